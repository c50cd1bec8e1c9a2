// FRAMEWORK doctest as a header
// FLAGS --budget 600
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "added.h"

TEST_CASE("adding")
{
    CHECK(added() == 3);
}
