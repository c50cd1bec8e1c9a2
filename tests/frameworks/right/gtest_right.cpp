// FRAMEWORK GoogleTest
// FLAGS --budget 600
#include <gtest/gtest.h>

#include "added.h"

TEST(Counter, Adding)
{
    EXPECT_EQ(added(), 3);
}

int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
