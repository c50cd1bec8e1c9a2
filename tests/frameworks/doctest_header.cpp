// FRAMEWORK doctest as a header
// GAP with zig: the check is found and confirmed at its line, but told by memory and not in the words of the test
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "raced.h"

TEST_CASE("before")
{
    CHECK(2 + 2 == 4);
}

TEST_CASE("check")
{
    CHECK(raced() == 3); // FAILS raced() == 3
}

TEST_CASE("behind")
{
    CHECK(3 + 3 == 6);
}
