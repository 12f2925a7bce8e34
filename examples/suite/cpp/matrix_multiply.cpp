// The product of two square matrices in rows, in the order i, k, j, which reads memory forwards.
#include <cstdint>
#include <vector>

#include "suite.hpp"

namespace {

using Numbers = std::vector<double>;

// The output is left · (a b) · right: it depends on every element of the product.
struct Matrices {
  std::size_t size;
  Numbers a;
  Numbers b;
  Numbers left;
  Numbers right;

  void fingerprint(pairgate::Fingerprint& f) const { f.add(a).add(b).add(left).add(right); }
};

Numbers random_numbers(pairgate::Random& random, std::uint64_t count) {
  Numbers numbers(count);
  for (double& number : numbers) number = random.unit();
  return numbers;
}

Numbers product(const Matrices& m) {
  Numbers c(m.size * m.size);
  for (std::size_t i = 0; i < m.size; ++i) {
    for (std::size_t k = 0; k < m.size; ++k) {
      const double factor = m.a[i * m.size + k];
      for (std::size_t j = 0; j < m.size; ++j) c[i * m.size + j] += factor * m.b[k * m.size + j];
    }
  }
  return c;
}

double dot(const Numbers& x, const double* y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

double weighed_product(const Matrices& m) {
  const Numbers c = product(m);
  double sum = 0;
  for (std::size_t i = 0; i < m.size; ++i) sum += m.left[i] * dot(m.right, &c[i * m.size]);
  return sum;
}

// The oracle is Freivalds': the same number as (left · a) · (b · right), without a product of matrices.
double weighed_factors(const Matrices& m) {
  double sum = 0;
  for (std::size_t k = 0; k < m.size; ++k) {
    double column = 0;
    for (std::size_t i = 0; i < m.size; ++i) column += m.left[i] * m.a[i * m.size + k];
    sum += column * dot(m.right, &m.b[k * m.size]);
  }
  return sum;
}

}  // namespace

void suite::add_matrix_multiply(pairgate::Suite& suite) {
  suite
      .add("matrix_multiply", "compute", {32, 128},
           [](pairgate::Random& random, std::uint64_t size) {
             return Matrices{size, random_numbers(random, size * size), random_numbers(random, size * size),
                             random_numbers(random, size), random_numbers(random, size)};
           },
           [](const Matrices& matrices) { return weighed_product(matrices); })
      .reference(weighed_factors)
      .tolerance(1e-12);
}
