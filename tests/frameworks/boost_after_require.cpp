// FRAMEWORK Boost.Test with main
#define BOOST_TEST_MODULE counter
#include <boost/test/unit_test.hpp>

#include "raced.h"

BOOST_AUTO_TEST_CASE(require)
{
    BOOST_REQUIRE(raced() == 3); // FAILS raced() == 3
}

BOOST_AUTO_TEST_CASE(behind_it)
{
    BOOST_CHECK(raced() == 3); // FAILS raced() == 3
}
