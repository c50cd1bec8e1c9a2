// FRAMEWORK GoogleTest with main
#include <gtest/gtest.h>
#include <gtest/gtest-spi.h>

#include "raced.h"

TEST(Counter, Skipped)
{
    if (raced() != 3)
        GTEST_SKIP() << "something is lost";
}

TEST(Counter, Kept)
{
    testing::TestPartResultArray failures;
    testing::ScopedFakeTestPartResultReporter kept(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    EXPECT_EQ(raced(), 3);
}
