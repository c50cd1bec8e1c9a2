// FRAMEWORK GoogleTest
// RUN --gtest_filter=Counter.Equal
#include <gtest/gtest.h>

#include "raced.h"

TEST(Counter, Equal)
{
    EXPECT_EQ(raced(), 3); // FAILS raced() == 3
}

TEST(Counter, FilteredOut)
{
    EXPECT_EQ(raced(), 3);
}

int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
