/* std::stoi, std::to_string and their like, which libc++ has in its library beside much that is not instrumented: as what
 * native/clibrary has of the C library (docs/decisions/0028). libc++ throws what is thrown here. */
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <stdexcept>
#include <string>

extern "C" {
long __raddle_own_strtol(const char *, char **, int);
unsigned long __raddle_own_strtoul(const char *, char **, int);
float __raddle_own_strtof(const char *, char **);
double __raddle_own_strtod(const char *, char **);
long double __raddle_own_strtold(const char *, char **);
int __raddle_own_vsnprintf(char *, size_t, const char *, va_list);
}

#define FOLLOWED(name) __asm__("__raddle_own_" #name) __attribute__((weak, visibility("hidden")))

namespace {
[[noreturn]] void out_of_range(const char *function) {
    throw std::out_of_range(std::string(function) + ": out of range");
}

template <class Number, class Take>
Number taken(const char *function, const std::string &text, size_t *behind, Take take) {
    const char *begin = text.c_str();
    char *end = nullptr;
    int before = errno;
    errno = 0;
    Number number = take(begin, &end);
    int failed = errno;
    errno = before;
    if (failed == ERANGE) out_of_range(function);
    if (end == begin) throw std::invalid_argument(std::string(function) + ": no conversion");
    if (behind) *behind = static_cast<size_t>(end - begin);
    return number;
}

std::string written(const char *format, ...) {
    std::string text(28, '\0');
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        int length = __raddle_own_vsnprintf(&text[0], text.size() + 1, format, arguments);
        va_end(arguments);
        bool fits = static_cast<size_t>(length) <= text.size();
        text.resize(static_cast<size_t>(length));
        if (fits) return text;
    }
}
}

#define TAKES_DIGITS(number, made, name, by, linkage) \
    number made(const std::string &text, size_t *behind, int base) linkage; \
    number made(const std::string &text, size_t *behind, int base) { \
        return taken<number>(name, text, behind, [base](const char *at, char **end) { return by(at, end, base); }); \
    }
#define TAKES(number, made, name, by, linkage) \
    number made(const std::string &text, size_t *behind) linkage; \
    number made(const std::string &text, size_t *behind) { \
        return taken<number>(name, text, behind, [](const char *at, char **end) { return by(at, end); }); \
    }
#define WRITES(number, made, format, linkage) \
    std::string made(number value) linkage; \
    std::string made(number value) { return written(format, value); }

int own_stoi(const std::string &text, size_t *behind, int base)
    FOLLOWED(_ZNSt3__14stoiERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPmi);
int own_stoi(const std::string &text, size_t *behind, int base) {
    size_t end = 0;
    long number = taken<long>(
        "stoi", text, &end, [base](const char *at, char **end) { return __raddle_own_strtol(at, end, base); });
    if (number < INT_MIN || number > INT_MAX) out_of_range("stoi");
    if (behind) *behind = end;
    return static_cast<int>(number);
}

TAKES_DIGITS(long, own_stol, "stol", __raddle_own_strtol,
             FOLLOWED(_ZNSt3__14stolERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPmi))
TAKES_DIGITS(unsigned long, own_stoul, "stoul", __raddle_own_strtoul,
             FOLLOWED(_ZNSt3__15stoulERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPmi))
TAKES_DIGITS(long long, own_stoll, "stoll", __raddle_own_strtol,
             FOLLOWED(_ZNSt3__15stollERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPmi))
TAKES_DIGITS(unsigned long long, own_stoull, "stoull", __raddle_own_strtoul,
             FOLLOWED(_ZNSt3__16stoullERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPmi))
TAKES(float, own_stof, "stof", __raddle_own_strtof,
      FOLLOWED(_ZNSt3__14stofERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm))
TAKES(double, own_stod, "stod", __raddle_own_strtod,
      FOLLOWED(_ZNSt3__14stodERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm))
TAKES(long double, own_stold, "stold", __raddle_own_strtold,
      FOLLOWED(_ZNSt3__15stoldERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPm))
WRITES(int, own_to_string_i, "%d", FOLLOWED(_ZNSt3__19to_stringEi))
WRITES(unsigned, own_to_string_j, "%u", FOLLOWED(_ZNSt3__19to_stringEj))
WRITES(long, own_to_string_l, "%ld", FOLLOWED(_ZNSt3__19to_stringEl))
WRITES(unsigned long, own_to_string_m, "%lu", FOLLOWED(_ZNSt3__19to_stringEm))
WRITES(long long, own_to_string_x, "%lld", FOLLOWED(_ZNSt3__19to_stringEx))
WRITES(unsigned long long, own_to_string_y, "%llu", FOLLOWED(_ZNSt3__19to_stringEy))
WRITES(float, own_to_string_f, "%f", FOLLOWED(_ZNSt3__19to_stringEf))
WRITES(double, own_to_string_d, "%f", FOLLOWED(_ZNSt3__19to_stringEd))
WRITES(long double, own_to_string_e, "%Lf", FOLLOWED(_ZNSt3__19to_stringEe))
