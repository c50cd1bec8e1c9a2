// FRAMEWORK doctest
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "raced.h"

TEST_CASE("check")
{
    CHECK(raced() == 3); // FAILS raced() == 3
}

TEST_CASE("may fail" * doctest::may_fail())
{
    CHECK(raced() == 3);
}
