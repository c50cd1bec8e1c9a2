// FRAMEWORK doctest
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "raced.h"

TEST_CASE("check")
{
    CHECK(raced() == 3); // FAILS raced() == 3
}

TEST_CASE("equal")
{
    CHECK_EQ(raced(), 3); // FAILS raced() == 3
}

TEST_CASE("require")
{
    bool fine = raced() == 3;
    REQUIRE(fine); // FAILS fine
}

TEST_CASE("warn")
{
    WARN(raced() == 3);
}

TEST_CASE("may fail" * doctest::may_fail())
{
    CHECK(raced() == 3);
}
