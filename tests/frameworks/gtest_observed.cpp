// FRAMEWORK GoogleTest with main
#include <gtest/gtest.h>

#include "raced.h"

TEST(Counter, FailsAnyhow)
{
    EXPECT_NE(raced(), 3); // OBSERVED raced() != 3
    EXPECT_EQ(raced(), 3); // FAILS raced() == 3
}
