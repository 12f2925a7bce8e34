// pairgate.hpp: benchmarks that speak pairgate's protocol, version 1. One header, C++17, nothing to link.
//
//   pairgate::Suite suite;
//   suite.add("sort", "algorithms", {1000, 100000}, make_fixture, timed_body).reference(oracle);
//   return suite.run(argc, argv);
//
// make_fixture(pairgate::Random&, std::uint64_t scale) runs once per process and scale, outside the timed region.
// timed_body(const Fixture&) returns an integer, a bool, a floating-point number or a std::string; every output of a
// batch must equal the first. README.md beside this file says more.
#pragma once

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace pairgate {

// The generator of fixtures, equal in every language: a xorshift step whose multiplied value is the next state.
// Seed 0 is replaced by 88172645463393265.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed == 0 ? 88172645463393265u : seed) {}

  // The next state, which is also the number drawn.
  std::uint64_t next() noexcept {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    state_ *= 2685821657736338717u;
    return state_;
  }

  // next() modulo `bound`, which must be positive.
  std::uint64_t below(std::uint64_t bound) {
    if (bound == 0) throw std::invalid_argument("Random::below(0): there is no number below zero");
    return next() % bound;
  }

  // The upper 53 bits of next() as a number in [0, 1).
  double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

class Fingerprint;

namespace detail {

template <class T, class = void>
inline constexpr bool has_member_hook = false;
template <class T>
inline constexpr bool has_member_hook<
    T, std::void_t<decltype(std::declval<const T&>().fingerprint(std::declval<Fingerprint&>()))>> = true;

template <class T, class = void>
inline constexpr bool has_free_hook = false;
template <class T>
inline constexpr bool has_free_hook<
    T, std::void_t<decltype(fingerprint(std::declval<Fingerprint&>(), std::declval<const T&>()))>> = true;

template <class T, class = void>
inline constexpr bool is_range = false;
template <class T>
inline constexpr bool is_range<T, std::void_t<decltype(std::begin(std::declval<const T&>())),
                                              decltype(std::end(std::declval<const T&>())), typename T::value_type>> = true;

template <class T, class = void>
inline constexpr bool is_hashed = false;
template <class T>
inline constexpr bool is_hashed<T, std::void_t<typename T::hasher>> = true;

template <class T, class = void>
inline constexpr bool is_tuple = false;
template <class T>
inline constexpr bool is_tuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> = true;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_byte = std::is_integral_v<T> && sizeof(T) == 1 && !std::is_same_v<T, bool>;

template <class T, class = void>
inline constexpr bool is_byte_range = false;
template <class T>
inline constexpr bool is_byte_range<T, std::void_t<decltype(std::declval<const T&>().data())>> = is_byte<typename T::value_type>;

template <class>
inline constexpr bool never = false;

}  // namespace detail

// FNV-1a, 64 bits, over a canonical byte form that is equal in every language:
// an integer or bool is 8 bytes, little-endian, sign-extended; a floating-point number is its IEEE 754 double in the
// same form; a sequence is its length and its elements; a string, or a sequence of 8-bit integers, is its length and its
// bytes; a pair or tuple is its members; an optional is a sequence of none or one.
// A type of your own has a member `void fingerprint(pairgate::Fingerprint& f) const`, or a free function
// `void fingerprint(pairgate::Fingerprint& f, const Type& value)` in its namespace, that adds its parts in order.
class Fingerprint {
 public:
  template <class T>
  Fingerprint& add(const T& value) {
    if constexpr (detail::has_member_hook<T>) {
      value.fingerprint(*this);
    } else if constexpr (detail::has_free_hook<T>) {
      fingerprint(*this, value);
    } else if constexpr (std::is_integral_v<T>) {
      word(static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      const double wide = value;
      std::uint64_t bits = 0;
      std::memcpy(&bits, &wide, sizeof bits);
      word(bits);
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      const std::string_view text = value;
      bytes(text.data(), text.size());
    } else if constexpr (detail::is_optional<T>) {
      word(value.has_value() ? 1 : 0);
      if (value.has_value()) add(*value);
    } else if constexpr (detail::is_byte_range<T>) {
      bytes(value.data(), static_cast<std::uint64_t>(std::size(value)));
    } else if constexpr (detail::is_range<T>) {
      static_assert(!detail::is_hashed<T>, "pairgate: a hashed container has no order of its own: fingerprint a sorted copy");
      word(static_cast<std::uint64_t>(std::distance(std::begin(value), std::end(value))));
      for (const typename T::value_type& element : value) add(element);
    } else if constexpr (detail::is_tuple<T>) {
      std::apply([this](const auto&... member) { (this->add(member), ...); }, value);
    } else {
      static_assert(detail::never<T>, "pairgate: give this type a member `void fingerprint(pairgate::Fingerprint&) const`");
    }
    return *this;
  }

  // The length and then the bytes themselves, as for a string.
  Fingerprint& bytes(const void* data, std::uint64_t length) {
    word(length);
    const auto* byte = static_cast<const unsigned char*>(data);
    std::uint64_t hash = hash_;
    for (std::uint64_t i = 0; i < length; ++i) hash = (hash ^ byte[i]) * prime;
    hash_ = hash;
    size_ += length;
    return *this;
  }

  std::uint64_t value() const noexcept { return hash_; }

  // 16 hexadecimal digits.
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash_));
    return digits;
  }

  // Bytes of canonical form so far.
  std::uint64_t size() const noexcept { return size_; }

 private:
  static constexpr std::uint64_t prime = 0x100000001b3u;

  void word(std::uint64_t value) {
    std::uint64_t hash = hash_;
    for (int shift = 0; shift < 64; shift += 8) hash = (hash ^ ((value >> shift) & 0xff)) * prime;
    hash_ = hash;
    size_ += 8;
  }

  std::uint64_t hash_ = 0xcbf29ce484222325u;
  std::uint64_t size_ = 0;
};

// The generator for one benchmark at one scale: the data seed xor the FNV-1a hash of "name/scale".
inline Random random_for(std::uint64_t data_seed, std::string_view name, std::uint64_t scale) {
  const std::string key = std::string(name) + '/' + std::to_string(scale);
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return Random(data_seed ^ hash);
}

namespace detail {

// ---- Text -----------------------------------------------------------------------------------------------------------

// The fewest digits that read back as the same double, laid out as JavaScript does; -0, NaN and Infinity by name.
inline std::string decimal(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  const std::string sign = (bits >> 63) != 0 ? "-" : "";
  const std::uint64_t magnitude_bits = bits & ~(std::uint64_t{1} << 63);
  if (magnitude_bits > 0x7ff0000000000000u) return "NaN";
  if (magnitude_bits == 0x7ff0000000000000u) return sign + "Infinity";
  if (magnitude_bits == 0) return sign + "0";
  double magnitude = 0;
  std::memcpy(&magnitude, &magnitude_bits, sizeof magnitude);

  char scientific[40];
  for (int precision = 0; precision <= 16; ++precision) {
    std::snprintf(scientific, sizeof scientific, "%.*e", precision, magnitude);
    if (std::strtod(scientific, nullptr) == magnitude) break;
  }
  const char* e = std::strchr(scientific, 'e');
  std::string digits;
  for (const char* c = scientific; c < e; ++c) {
    if (*c >= '0' && *c <= '9') digits += *c;  // the decimal separator is the locale's
  }
  const int exponent = std::atoi(e + 1);
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;
  if (count <= point && point <= 21) return sign + digits + std::string(static_cast<std::size_t>(point - count), '0');
  if (0 < point && point <= 21) return sign + digits.insert(static_cast<std::size_t>(point), ".");
  if (-6 < point && point <= 0) return sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (count > 1) digits.insert(1, ".");
  return sign + digits + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

// Length of the well-formed UTF-8 sequence at `at`, or 0.
inline std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(at);
  const unsigned second = byte(at + 1);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(at + 1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
    return follows(at + 1) && follows(at + 2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
    return follows(at + 1) && follows(at + 2) && follows(at + 3) ? 4 : 0;
  }
  return 0;
}

// A JSON string. A byte that is not UTF-8 becomes the lone surrogate U+DCxx, so that different outputs stay different.
inline std::string quoted(std::string_view text) {
  std::string json = "\"";
  char escape[8];
  for (std::size_t at = 0; at < text.size();) {
    const unsigned byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8_length(text, at);
    if (length == 0 || byte < 0x20) {
      std::snprintf(escape, sizeof escape, "\\u%04x", length == 0 ? 0xdc00u + byte : byte);
      json += escape;
      at += 1;
    } else {
      if (byte == '"' || byte == '\\') json += '\\';
      json += text.substr(at, length);
      at += length;
    }
  }
  return json + '"';
}

// One line of JSON, field by field.
class Line {
 public:
  Line& text(std::string_view key, std::string_view value) { return raw(key, quoted(value)); }
  Line& number(std::string_view key, std::uint64_t value) { return raw(key, std::to_string(value)); }
  Line& number(std::string_view key, double value) { return raw(key, decimal(value)); }
  void print() const { std::printf("%s}\n", json_.c_str()); }

 private:
  Line& raw(std::string_view key, const std::string& value) {
    json_ += (json_.size() > 1 ? "," : "") + quoted(key) + ":" + value;
    return *this;
  }
  std::string json_ = "{";
};

// ---- Outputs --------------------------------------------------------------------------------------------------------

template <class T>
inline constexpr bool is_output = std::is_integral_v<T> || std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                  std::is_same_v<T, std::string>;

template <class T>
std::string output_text(const T& output) {
  static_assert(is_output<T>, "pairgate: an output is an integer, a bool, a float, a double or a std::string");
  if constexpr (std::is_same_v<T, bool>) return output ? "true" : "false";
  else if constexpr (std::is_same_v<T, std::string>) return output;
  else if constexpr (std::is_integral_v<T>) return std::to_string(+output);
  else return decimal(output);
}

// An output as the timed loop compares it: 64 bits, or the string itself.
template <class T>
std::uint64_t output_bits(const T& output) noexcept {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<std::uint64_t>(output);
  } else {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &output, sizeof output);
    return bits;
  }
}

// ---- Measuring ------------------------------------------------------------------------------------------------------

inline std::uint64_t clock_ns(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000u + static_cast<std::uint64_t>(now.tv_nsec);
}

// Peak memory of this process. VmHWM, because ru_maxrss also counts the image that the starter had before exec; where
// there is no /proc (macOS) it is ru_maxrss.
inline std::uint64_t peak_rss_bytes() {
  if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    unsigned long long kib = 0;
    bool found = false;
    while (!found && std::fgets(line, sizeof line, status) != nullptr) found = std::sscanf(line, "VmHWM: %llu kB", &kib) == 1;
    std::fclose(status);
    if (found) return kib * 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return static_cast<std::uint64_t>(usage.ru_maxrss);
#else
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
#endif
}

// What a run of calls gave: the last output, and `differing`, which is zero only when every output was the expected one.
template <class Output>
struct Turns {
  Output last{};
  std::uint64_t differing = 0;
};

// The one loop that calls a body: for the first output, the warm-up, the batch and, around an empty body, the overhead.
// Step is 0 where all calls share one input and 1 where each has its own. The optimiser may assume nothing of the input
// or of the output of any turn; the folding is two dependent single-cycle operations, so that its cost is the same around
// every body. Aligned, because equal loops at different offsets may differ by a cycle.
template <std::size_t Step, class Output, class Input, class Body>
[[gnu::noinline, gnu::aligned(64)]] Turns<Output> turns(const Body& body, Input* input, std::uint64_t count, const Output& expected) {
  Turns<Output> result;
  asm volatile("" : "+r"(count));
  if constexpr (std::is_same_v<Output, std::string>) {
    for (std::uint64_t i = 0; i < count; ++i, input += Step) {
      asm volatile("" : "+r"(input) : : "memory");
      result.last = body(*input);
      const char* data = result.last.data();
      asm volatile("" : "+r"(data) : : "memory");
      result.differing |= result.last == expected ? 0u : 1u;
    }
  } else {
    std::uint64_t wanted = output_bits(expected);
    asm volatile("" : "+r"(wanted));
    std::uint64_t differing = 0;
    for (std::uint64_t i = 0; i < count; ++i, input += Step) {
      asm volatile("" : "+r"(input) : : "memory");
      result.last = body(*input);
      std::uint64_t bits = output_bits(result.last);
      asm volatile("" : "+r"(bits) : : "memory");
      differing |= bits ^ wanted;
      differing = (differing << 1) | (differing >> 63);
    }
    result.differing = differing;
  }
  return result;
}

struct Times {
  std::uint64_t elapsed_ns = 0;
  std::uint64_t cpu_ns = 0;
};

template <std::size_t Step, class Output, class Input, class Body>
std::uint64_t timed(const Body& body, Input* input, std::uint64_t count, const Output& expected, Times& times) {
  const std::uint64_t cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  const std::uint64_t start = clock_ns(CLOCK_MONOTONIC);
  std::uint64_t differing = turns<Step>(body, input, count, expected).differing;
  times.elapsed_ns += clock_ns(CLOCK_MONOTONIC) - start;
  times.cpu_ns += clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  asm volatile("" : "+r"(differing));  // used, whatever the caller does: else the folding would be dropped
  return differing;
}

// Not zero, which processors make without an execution unit: a deleted body leaves a constant of any value.
template <class Output>
Output blank_output() {
  if constexpr (std::is_same_v<Output, std::string>) return {};
  else return Output{1};
}

template <class Output>
struct EmptyBody {
  template <class Input>
  Output operator()(Input&) const { return blank_output<Output>(); }
};

// Cost of one turn around an empty body: the median of short rounds, within about a tenth of a millisecond. The median, because
// the best round would hide a busy neighbour that the batch beside it had too.
template <class Output, class Input>
double overhead_ns(Input* input) {
  constexpr std::uint64_t round = 10000;
  std::vector<std::uint64_t> rounds;
  std::uint64_t spent = 0;
  while (rounds.size() < 3 || spent < 100000) {
    Times times;
    timed<0>(EmptyBody<Output>{}, input, round, blank_output<Output>(), times);
    rounds.push_back(times.elapsed_ns);
    spent += times.elapsed_ns + 1;
  }
  std::sort(rounds.begin(), rounds.end());
  return static_cast<double>(rounds[rounds.size() / 2]) / static_cast<double>(round);
}

struct MeasureCall {
  std::uint64_t seed = 0;
  std::uint64_t iterations = 0;
  std::uint64_t warmup_iterations = 0;
  std::uint64_t warmup_us = 0;
};

// A benchmark that cannot be measured: its message goes to standard error and the exit code is 3.
class Unmeasurable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What a benchmark is called and where it stands.
struct Label {
  std::string name;
  std::string category;
  std::vector<std::uint64_t> scales;
  std::string source;  // the file that adds it, as the compiler names it
};

// One benchmark, without its types.
struct Case : Label {
  std::optional<double> tolerance;
  std::optional<std::string> unsupported;

  virtual ~Case() = default;
  virtual bool in_place() const = 0;
  virtual Line validate(std::uint64_t scale, std::uint64_t seed) const = 0;
  virtual Line measure(std::uint64_t scale, const MeasureCall& call) const = 0;
};

template <class Fixture>
struct FixtureCase : Case {
  std::function<Fixture(Random&, std::uint64_t)> make;
  std::function<std::string(const Fixture&)> reference;

  Fixture fixture(std::uint64_t scale, std::uint64_t seed) const {
    Random random = random_for(seed, name, scale);
    return make(random, scale);
  }
};

template <class Fixture>
Fingerprint fingerprint_of(const Fixture& fixture) {
  Fingerprint fingerprint;
  fingerprint.add(fixture);
  return fingerprint;
}

// Calls that share one input.
template <class Fixture, class Body, class Output>
class SharedCalls {
 public:
  SharedCalls(const Body& body, const Fixture& fixture, std::uint64_t) : body_(body), fixture_(fixture) {}
  Output first() const { return turns<0>(body_, &fixture_, 1, Output{}).last; }
  std::uint64_t run(std::uint64_t count, const Output& expected, Times& times) {
    return timed<0>(body_, &fixture_, count, expected, times);
  }

 private:
  const Body& body_;
  const Fixture& fixture_;
};

// Calls that each get a fresh copy, made while the clock stands; about a mebibyte of copies at a time.
template <class Fixture, class Body, class Output>
class CopyingCalls {
 public:
  CopyingCalls(const Body& body, const Fixture& fixture, std::uint64_t bytes)
      : body_(body), fixture_(fixture), room_(std::clamp<std::uint64_t>((1u << 20) / (bytes + 1), 1, 256)) {}
  Output first() const {
    Fixture copy = fixture_;
    return turns<0>(body_, &copy, 1, Output{}).last;
  }
  std::uint64_t run(std::uint64_t count, const Output& expected, Times& times) {
    std::uint64_t differing = 0;
    for (std::uint64_t done = 0; done < count;) {
      const std::uint64_t chunk = std::min(room_, count - done);
      for (std::uint64_t i = 0; i < chunk; ++i) {
        if (i < copies_.size()) copies_[i] = fixture_;
        else copies_.push_back(fixture_);
      }
      differing |= timed<1>(body_, copies_.data(), chunk, expected, times);
      done += chunk;
    }
    return differing;
  }

 private:
  const Body& body_;
  const Fixture& fixture_;
  std::uint64_t room_;
  std::vector<Fixture> copies_;
};

template <class Fixture, class Body, bool InPlace>
struct BodyCase final : FixtureCase<Fixture> {
  using Argument = std::conditional_t<InPlace, Fixture&, const Fixture&>;
  static_assert(std::is_invocable_v<const Body&, Argument>,
                "pairgate: the body of add() takes const Fixture&, that of add_in_place() takes Fixture&");
  using Output = std::decay_t<std::invoke_result_t<const Body&, Argument>>;
  static_assert(is_output<Output>, "pairgate: a body returns an integer, a bool, a float, a double or a std::string");
  using Calls = std::conditional_t<InPlace, CopyingCalls<Fixture, Body, Output>, SharedCalls<Fixture, Body, Output>>;

  explicit BodyCase(Body b) : body(std::move(b)) {}
  bool in_place() const override { return InPlace; }

  Line validate(std::uint64_t scale, std::uint64_t seed) const override {
    const Fixture fixture = this->fixture(scale, seed);
    const Fingerprint before = fingerprint_of(fixture);
    const std::string output = output_text(Calls(body, fixture, before.size()).first());
    require_unchanged(before, fingerprint_of(fixture));
    Line line;
    line.number("pairgate", std::uint64_t{1}).text("status", "ok").text("fingerprint", before.text()).text("output", output);
    if (this->reference) line.text("expected", this->reference(fixture));
    if (this->tolerance) line.number("tolerance", *this->tolerance);
    return line;
  }

  Line measure(std::uint64_t scale, const MeasureCall& call) const override {
    const Fixture fixture = this->fixture(scale, call.seed);
    const Fingerprint before = fingerprint_of(fixture);
    Calls calls(body, fixture, before.size());
    const Output expected = warm_up(calls, call);
    Times times;
    const std::uint64_t differing = calls.run(call.iterations, expected, times);
    const std::uint64_t peak = peak_rss_bytes();
    if (differing != 0) throw Unmeasurable("the batch's outputs differ: the body changes its input or is not deterministic");
    const Fingerprint after = fingerprint_of(fixture);
    require_unchanged(before, after);
    Line line;
    line.number("pairgate", std::uint64_t{1})
        .number("iterations", call.iterations)
        .number("elapsed_ns", times.elapsed_ns)
        .text("output", output_text(expected))
        .number("peak_rss_bytes", peak)
        .number("cpu_ns", times.cpu_ns)
        .number("overhead_ns", overhead_ns<Output>(&fixture))
        .text("fingerprint", after.text());
    return line;
  }

  // The first call gives the expected output and is the first of the warm-up, which lasts for both the calls and the time.
  static Output warm_up(Calls& calls, const MeasureCall& call) {
    const std::uint64_t start = clock_ns(CLOCK_MONOTONIC);
    const Output expected = calls.first();
    Times ignored;
    for (std::uint64_t done = 1; done < call.warmup_iterations || clock_ns(CLOCK_MONOTONIC) - start < call.warmup_us * 1000; ++done) {
      calls.run(1, expected, ignored);
    }
    return expected;
  }

  static void require_unchanged(const Fingerprint& before, const Fingerprint& after) {
    if (before.value() != after.value()) {
      throw Unmeasurable("the body changed its input (fingerprint " + before.text() + " before, " + after.text() +
                         " after): copy it in the body, or use add_in_place");
    }
  }

  Body body;
};

// A command line that cannot be followed: its message goes to standard error and the exit code is 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline std::uint64_t whole_number(const std::string& option, const std::string& text) {
  std::uint64_t value = 0;
  bool good = !text.empty();
  for (const char c : text) {
    const std::uint64_t digit = static_cast<unsigned char>(c) - std::uint64_t{'0'};
    good = good && digit <= 9 && value <= (UINT64_MAX - digit) / 10;
    if (good) value = value * 10 + digit;
  }
  if (!good) throw UsageError(option + " " + text + ": a whole number from 0 to 18446744073709551615 is needed");
  return value;
}

// The values of `names`, in their order; each must be given once and nothing else.
inline std::vector<std::string> option_values(const std::vector<std::string>& names, int argc, char** argv) {
  std::vector<std::optional<std::string>> values(names.size());
  for (int i = 2; i < argc; i += 2) {
    const auto name = std::find(names.begin(), names.end(), argv[i]);
    if (name == names.end()) throw UsageError(std::string("unknown option ") + argv[i]);
    if (i + 1 == argc) throw UsageError(*name + " needs a value");
    auto& value = values[static_cast<std::size_t>(name - names.begin())];
    if (value) throw UsageError(*name + " is given twice");
    value = argv[i + 1];
  }
  std::vector<std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!values[i]) throw UsageError(names[i] + " is missing");
    result.push_back(*values[i]);
  }
  return result;
}

}  // namespace detail

// What add() returns: optional settings of the benchmark just added.
template <class Fixture>
class Registration {
 public:
  explicit Registration(detail::FixtureCase<Fixture>& entry) : entry_(&entry) {}

  // An oracle, never timed: it gives the right output for an input.
  template <class Oracle>
  Registration& reference(Oracle oracle) {
    entry_->reference = [oracle = std::move(oracle)](const Fixture& input) { return detail::output_text(oracle(input)); };
    return *this;
  }

  // How far, relatively, a floating-point output may be from its reference.
  Registration& tolerance(double relative) {
    entry_->tolerance = relative;
    return *this;
  }

  // Says that the benchmark cannot run here; its row is listed as skipped.
  Registration& unsupported(std::string reason) {
    entry_->unsupported = std::move(reason);
    return *this;
  }

 private:
  detail::FixtureCase<Fixture>* entry_;
};

// A program's benchmarks, and the protocol over them.
class Suite {
 public:
  // A benchmark whose calls share one input: `body(const Fixture&)`. What it needs to change it copies itself, inside the
  // timed region.
  template <class Make, class Body>
  auto add(std::string name, std::string category, std::vector<std::uint64_t> scales, Make make, Body body,
           const char* source = __builtin_FILE()) {
    return insert<false>({std::move(name), std::move(category), std::move(scales), source}, std::move(make), std::move(body));
  }

  // A benchmark that changes its input: `body(Fixture&)` gets a fresh copy each time, made outside the timed region.
  template <class Make, class Body>
  auto add_in_place(std::string name, std::string category, std::vector<std::uint64_t> scales, Make make, Body body,
           const char* source = __builtin_FILE()) {
    return insert<true>({std::move(name), std::move(category), std::move(scales), source}, std::move(make), std::move(body));
  }

  // Does what the arguments ask and returns the exit code: 0; 2 for a command line that cannot be followed; 3 for a
  // benchmark that cannot be measured.
  int run(int argc, char** argv) const {
    try {
      check();
      follow(argc, argv);
      if (std::fflush(stdout) != 0) throw detail::Unmeasurable("standard output cannot be written");
      return 0;
    } catch (const detail::UsageError& error) {
      std::fprintf(stderr, "pairgate: %s\n", error.what());
      return 2;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "pairgate: %s\n", error.what());
      return 3;
    }
  }

 private:
  template <bool InPlace, class Make, class Body>
  auto insert(detail::Label label, Make make, Body body) {
    using Fixture = std::decay_t<std::invoke_result_t<Make&, Random&, std::uint64_t>>;
    auto entry = std::make_unique<detail::BodyCase<Fixture, Body, InPlace>>(std::move(body));
    static_cast<detail::Label&>(*entry) = std::move(label);
    entry->make = std::move(make);
    Registration<Fixture> registration(*entry);
    cases_.push_back(std::move(entry));
    return registration;
  }

  void follow(int argc, char** argv) const {
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "list") {
      detail::option_values({}, argc, argv);
      list();
    } else if (command == "validate") {
      const auto values = detail::option_values({"--benchmark", "--dataset", "--seed"}, argc, argv);
      const std::uint64_t seed = detail::whole_number("--seed", values[2]);
      const auto [entry, scale] = find(values[0], values[1]);
      if (entry->unsupported) {
        detail::Line().number("pairgate", std::uint64_t{1}).text("status", "unsupported").text("reason", *entry->unsupported).print();
      } else {
        entry->validate(scale, seed).print();
      }
    } else if (command == "measure") {
      const auto values = detail::option_values(
          {"--benchmark", "--dataset", "--seed", "--iterations", "--warmup-iterations", "--warmup-us"}, argc, argv);
      detail::MeasureCall call;
      call.seed = detail::whole_number("--seed", values[2]);
      call.iterations = detail::whole_number("--iterations", values[3]);
      call.warmup_iterations = detail::whole_number("--warmup-iterations", values[4]);
      call.warmup_us = detail::whole_number("--warmup-us", values[5]);
      if (call.iterations == 0) throw detail::UsageError("--iterations 0: at least 1 is needed");
      const auto [entry, scale] = find(values[0], values[1]);
      if (entry->unsupported) throw detail::Unmeasurable(entry->name + " is unsupported: " + *entry->unsupported);
      entry->measure(scale, call).print();
    } else {
      throw detail::UsageError((command.empty() ? "no command" : "unknown command " + command) + ": use list, validate or measure");
    }
  }

  void list() const {
    for (const auto& entry : cases_) {
      for (const std::uint64_t scale : entry->scales) {
        detail::Line()
            .number("pairgate", std::uint64_t{1})
            .text("benchmark", entry->name)
            .text("category", entry->category)
            .text("dataset", std::to_string(scale))
            .text("scale", std::to_string(scale))
            .text("input", entry->in_place() ? "copied-outside" : "shared")
            .text("source", entry->source)
            .print();
      }
    }
  }

  std::pair<const detail::Case*, std::uint64_t> find(const std::string& benchmark, const std::string& dataset) const {
    for (const auto& entry : cases_) {
      if (entry->name != benchmark) continue;
      for (const std::uint64_t scale : entry->scales) {
        if (std::to_string(scale) == dataset) return {entry.get(), scale};
      }
      throw detail::UsageError("benchmark " + benchmark + " has no dataset " + dataset);
    }
    throw detail::UsageError("unknown benchmark " + benchmark);
  }

  // Mistakes of the program itself, found before anything else is done.
  void check() const {
    for (auto entry = cases_.begin(); entry != cases_.end(); ++entry) {
      const std::string& name = (*entry)->name;
      if (name.empty()) throw detail::UsageError("a benchmark has no name");
      if ((*entry)->scales.empty()) throw detail::UsageError("benchmark " + name + " has no scales");
      std::vector<std::uint64_t> scales = (*entry)->scales;
      std::sort(scales.begin(), scales.end());
      if (std::adjacent_find(scales.begin(), scales.end()) != scales.end()) {
        throw detail::UsageError("benchmark " + name + " has a scale twice");
      }
      if ((*entry)->tolerance && !(*(*entry)->tolerance >= 0 && *(*entry)->tolerance < 1)) {
        throw detail::UsageError("benchmark " + name + ": a tolerance is relative, from 0 to below 1");
      }
      const auto same_name = [&](const auto& other) { return other->name == name; };
      if (std::any_of(cases_.begin(), entry, same_name)) throw detail::UsageError("benchmark " + name + " is added twice");
    }
  }

  std::vector<std::unique_ptr<detail::Case>> cases_;
};

}  // namespace pairgate
