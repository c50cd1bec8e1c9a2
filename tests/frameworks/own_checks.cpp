// FRAMEWORK none
// FLAGS --fails-at own::failed
#include <cstdio>

#include "raced.h"

namespace own {
static int failures;

static void failed(const char *what)
{
    std::fprintf(stderr, "%s\n", what);
    failures++;
}
} // namespace own

#define CHECK(x) \
    do { \
        if (!(x)) \
            own::failed(#x); \
    } while (0)

int main()
{
    CHECK(raced() == 3); // FAILS raced() == 3
    return own::failures;
}
