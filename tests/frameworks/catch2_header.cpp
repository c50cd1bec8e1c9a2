// FRAMEWORK Catch2 as a header
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

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
