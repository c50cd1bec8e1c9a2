// FRAMEWORK GoogleTest with main
#include <gtest/gtest.h>

#include "raced.h"

TEST(Counter, Equal)
{
    EXPECT_EQ(raced(), 3); // FAILS raced() == 3
    EXPECT_EQ(1, 1);
}

TEST(Counter, True)
{
    EXPECT_TRUE(raced() == 3); // FAILS raced() == 3
}

TEST(Counter, Greater)
{
    int n = raced();
    ASSERT_GT(n, // FAILS n > 2
              2) << "something is lost";
    EXPECT_LT(n, 4);
}

TEST(Counter, Added)
{
    if (raced() != 3) // FAILS counter.value_ of main == 3
        ADD_FAILURE() << "something is lost";
}
