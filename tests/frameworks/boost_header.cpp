// FRAMEWORK Boost.Test as a header
#define BOOST_TEST_MODULE counter
#include <boost/test/included/unit_test.hpp>

#include "raced.h"

BOOST_AUTO_TEST_CASE(before)
{
    BOOST_TEST(2 + 2 == 4);
}

BOOST_AUTO_TEST_CASE(check)
{
    BOOST_TEST(raced() == 3); // FAILS raced() == 3
}

BOOST_AUTO_TEST_CASE(behind)
{
    BOOST_TEST(3 + 3 == 6);
}
