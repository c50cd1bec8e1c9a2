/* isalpha and its like, and the tables that the macros of <ctype.h> look into: those of the locale "C". */
#include "own.h"

#include <ctype.h>

enum { FIRST = -128, COUNT = 384 };

/* The bits of <ctype.h>, on a machine whose first byte is the low one. */
enum {
    UPPER = 1 << 8, LOWER = 1 << 9, ALPHA = 1 << 10, DIGIT = 1 << 11, XDIGIT = 1 << 12, SPACE = 1 << 13, PRINT = 1 << 14,
    GRAPH = 1 << 15, BLANK = 1 << 0, CNTRL = 1 << 1, PUNCT = 1 << 2, ALNUM = 1 << 3,
};

#define MARK (PRINT | GRAPH | PUNCT)
#define NUMBER (PRINT | GRAPH | ALNUM | DIGIT | XDIGIT)
#define CAPITAL (PRINT | GRAPH | ALNUM | ALPHA | UPPER)
#define SMALL (PRINT | GRAPH | ALNUM | ALPHA | LOWER)

static const unsigned short kinds[COUNT] = {
    [0 - FIRST ... '\b' - FIRST] = CNTRL,
    ['\t' - FIRST] = CNTRL | SPACE | BLANK,
    ['\n' - FIRST ... '\r' - FIRST] = CNTRL | SPACE,
    ['\r' + 1 - FIRST ... 31 - FIRST] = CNTRL,
    [' ' - FIRST] = SPACE | PRINT | BLANK,
    ['!' - FIRST ... '/' - FIRST] = MARK,
    ['0' - FIRST ... '9' - FIRST] = NUMBER,
    [':' - FIRST ... '@' - FIRST] = MARK,
    ['A' - FIRST ... 'F' - FIRST] = CAPITAL | XDIGIT,
    ['G' - FIRST ... 'Z' - FIRST] = CAPITAL,
    ['[' - FIRST ... '`' - FIRST] = MARK,
    ['a' - FIRST ... 'f' - FIRST] = SMALL | XDIGIT,
    ['g' - FIRST ... 'z' - FIRST] = SMALL,
    ['{' - FIRST ... '~' - FIRST] = MARK,
    [127 - FIRST] = CNTRL,
};

/* From -128 on, each byte is itself, but for letters; EOF stays EOF. Constants, since to make them would be a write. */
#define ROW(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7
#define ROWS(n) ROW(n), ROW(n + 8), ROW(n + 16), ROW(n + 24)
#define BELOW ROWS(128), ROWS(160), ROWS(192), ROW(224), ROW(232), ROW(240), 248, 249, 250, 251, 252, 253, 254, -1
static const int to_lower[COUNT] = {
    BELOW, ROWS(0), ROWS(32), 64, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's',
    't', 'u', 'v', 'w', 'x', 'y', 'z', 91, 92, 93, 94, 95, ROWS(96), ROWS(128), ROWS(160), ROWS(192), ROWS(224),
};
static const int to_upper[COUNT] = {
    BELOW, ROWS(0), ROWS(32), ROWS(64), 96, 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q',
    'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 123, 124, 125, 126, 127, ROWS(128), ROWS(160), ROWS(192), ROWS(224),
};

static const unsigned short *const kinds_from_0 = kinds - FIRST;
static const int *const lower_from_0 = to_lower - FIRST;
static const int *const upper_from_0 = to_upper - FIRST;

const unsigned short **FOLLOWED(__ctype_b_loc)(void) {
    return is_elsewhere() ? __ctype_b_loc() : (const unsigned short **)&kinds_from_0;
}

const int **FOLLOWED(__ctype_tolower_loc)(void) {
    return is_elsewhere() ? __ctype_tolower_loc() : (const int **)&lower_from_0;
}

const int **FOLLOWED(__ctype_toupper_loc)(void) {
    return is_elsewhere() ? __ctype_toupper_loc() : (const int **)&upper_from_0;
}

static inline bool is_in(int c, unsigned count, int first) {
    return (unsigned)c - (unsigned)first < count;
}

static inline bool is_letter(int c) {
    return is_in(c | 0x20, 26, 'a');
}

static inline bool is_visible(int c) {
    return is_in(c, 94, '!');
}

#define IS(declared, kind, condition) \
    declared(int c) { \
        return is_elsewhere() ? (*__ctype_b_loc())[c] & (kind) : (condition) ? (kind) : 0; \
    }
IS(int FOLLOWED(isupper), UPPER, is_in(c, 26, 'A'))
IS(int FOLLOWED(islower), LOWER, is_in(c, 26, 'a'))
IS(int FOLLOWED(isalpha), ALPHA, is_letter(c))
IS(int FOLLOWED(isdigit), DIGIT, is_in(c, 10, '0'))
IS(int FOLLOWED(isxdigit), XDIGIT, is_in(c, 10, '0') | is_in(c | 0x20, 6, 'a'))
IS(int FOLLOWED(isspace), SPACE, (c == ' ') | is_in(c, 5, '\t'))
IS(int FOLLOWED(isprint), PRINT, is_in(c, 95, ' '))
IS(int FOLLOWED(isgraph), GRAPH, is_visible(c))
IS(int FOLLOWED(isblank), BLANK, (c == ' ') | (c == '\t'))
IS(int FOLLOWED(iscntrl), CNTRL, is_in(c, 32, 0) | (c == 127))
IS(int FOLLOWED(isalnum), ALNUM, is_letter(c) | is_in(c, 10, '0'))
IS(int FOLLOWED(ispunct), PUNCT, is_visible(c) & !(is_letter(c) | is_in(c, 10, '0')))

int FOLLOWED(tolower)(int c) {
    if (is_elsewhere()) return is_in(c, COUNT, FIRST) ? (*__ctype_tolower_loc())[c] : c;
    return c + (is_in(c, 26, 'A') << 5);
}

int FOLLOWED(toupper)(int c) {
    if (is_elsewhere()) return is_in(c, COUNT, FIRST) ? (*__ctype_toupper_loc())[c] : c;
    return c - (is_in(c, 26, 'a') << 5);
}
