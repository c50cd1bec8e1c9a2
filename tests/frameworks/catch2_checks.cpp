// FRAMEWORK Catch2 with main
#include <catch2/catch.hpp>

#include "raced.h"

TEST_CASE("check")
{
    CHECK(raced() == 3); // FAILS raced() == 3
}

TEST_CASE("require")
{
    bool fine = raced() == 3;
    REQUIRE(fine); // FAILS fine
}

TEST_CASE("false")
{
    bool wrong = raced() != 3;
    CHECK_FALSE(wrong); // FAILS !(wrong)
}

TEST_CASE("no failure")
{
    CHECK_NOFAIL(raced() == 3);
}

TEST_CASE("may fail", "[!mayfail]")
{
    CHECK(raced() == 3);
}
