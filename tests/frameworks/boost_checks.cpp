// FRAMEWORK Boost.Test with main
#define BOOST_TEST_MODULE counter
#include <boost/test/unit_test.hpp>

#include "raced.h"

BOOST_AUTO_TEST_CASE(equal)
{
    BOOST_CHECK_EQUAL(raced(), 3); // FAILS raced() == 3
}

BOOST_AUTO_TEST_CASE(test)
{
    BOOST_TEST(raced() == 3); // FAILS raced() == 3
}

BOOST_AUTO_TEST_CASE(warn)
{
    BOOST_WARN(raced() == 3);
}

BOOST_AUTO_TEST_CASE(require)
{
    int n = raced();
    BOOST_REQUIRE(n == 3); // FAILS n == 3
}
