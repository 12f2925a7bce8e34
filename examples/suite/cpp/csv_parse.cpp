// Reading orders from comma-separated values, some of them quoted.
#include <cstdint>
#include <string>
#include <string_view>

#include "suite.hpp"

namespace {

// `total` is known from when the text was made, and is the oracle.
struct Orders {
  std::string text;
  std::uint64_t total = 0;

  void fingerprint(pairgate::Fingerprint& f) const { f.add(text).add(total); }
};

std::string random_name(pairgate::Random& random) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz ,\"";
  std::string name(4 + random.below(12), ' ');
  for (char& letter : name) letter = letters[random.below(letters.size())];
  return name;
}

// As it stands in the file: between quotes, and quotes doubled, where it holds a comma or a quote.
std::string escaped(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string field = "\"";
  for (const char letter : name) field.append(letter == '"' ? 2 : 1, letter);
  return field + '"';
}

Orders random_orders(pairgate::Random& random, std::uint64_t rows) {
  Orders orders;
  for (std::uint64_t id = 0; id < rows; ++id) {
    const std::string name = random_name(random);
    const std::uint64_t quantity = 1 + random.below(99);
    const std::uint64_t cents = 100 + random.below(99900);
    std::string price = std::to_string(cents);
    price.insert(price.size() - 2, ".");
    orders.text += std::to_string(id) + ',' + escaped(name) + ',' + std::to_string(quantity) + ',' + price + '\n';
    orders.total += name.size() + quantity * cents;
  }
  return orders;
}

// The fields of a text whose rows all end in a line feed.
class Fields {
 public:
  explicit Fields(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool more() const { return at_ != end_; }

  // Valid until the next call.
  std::string_view next() {
    if (*at_ == '"') return unescaped();
    const char* const start = at_;
    while (*at_ != ',' && *at_ != '\n') ++at_;
    return {start, static_cast<std::size_t>(at_++ - start)};
  }

 private:
  std::string_view unescaped() {
    buffer_.clear();
    for (++at_; *at_ != '"' || *++at_ == '"'; ++at_) buffer_ += *at_;
    ++at_;
    return buffer_;
  }

  const char* at_;
  const char* end_;
  std::string buffer_;
};

// Of a decimal number without its point.
std::uint64_t digits(std::string_view field) {
  std::uint64_t value = 0;
  for (const char c : field) {
    if (c != '.') value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

std::uint64_t parsed_total(const Orders& orders) {
  std::uint64_t total = 0;
  for (Fields fields(orders.text); fields.more();) {
    fields.next();
    const std::uint64_t length = fields.next().size();
    const std::uint64_t quantity = digits(fields.next());
    const std::uint64_t cents = digits(fields.next());
    total += length + quantity * cents;
  }
  return total;
}

}  // namespace

void suite::add_csv_parse(pairgate::Suite& suite) {
  suite
      .add("csv_parse", "data structures", {100, 5000}, random_orders,
           [](const Orders& orders) { return parsed_total(orders); })
      .reference([](const Orders& orders) { return orders.total; });
}
