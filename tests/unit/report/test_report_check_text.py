"""Checks of test frameworks as they stand in the source."""

import pytest

from raddle.report.check_text import Stated, stated_at


@pytest.mark.parametrize(
    ("text", "condition", "sides"),
    [
        ("EXPECT_EQ(c.get(), 3);", "c.get() == 3", ("c.get()", "3")),
        ("ASSERT_GT(n,\n          2) << why;", "n > 2", ("n", "2")),
        ("EXPECT_TRUE(raced() == 3);", "raced() == 3", ("raced()", "3")),
        ("EXPECT_FALSE(stopped);", "!(stopped)", ("", "")),
        ("CHECK(a[i] <= f(x, y));", "a[i] <= f(x, y)", ("a[i]", "f(x, y)")),
        ("CHECK(a == 1 && b == 2);", "a == 1 && b == 2", ("", "")),
        ("REQUIRE( std::max<int>(a, b) == 2 );", "std::max<int>(a, b) == 2", ("std::max<int>(a, b)", "2")),
        ("BOOST_CHECK_EQUAL(a, b);", "a == b", ("a", "b")),
        ("BOOST_TEST(a == b);", "a == b", ("a", "b")),
        ('CHECK_MESSAGE(a < b, "(");', "a < b", ("a", "b")),
        ("CHECK_EQ(a, b);", "a == b", ("a", "b")),
        ('EXPECT_STREQ(name, ")");', 'EXPECT_STREQ(name, ")")', ("", "")),
        ("MY_CHECK(a != 0);", "MY_CHECK(a != 0)", ("", "")),
    ],
)
def test_what_a_macro_asks(text: str, condition: str, sides: tuple[str, str]) -> None:
    stated = stated_at(text)
    assert stated is not None
    assert (stated.condition, (stated.left, stated.right)) == (condition, sides)


def test_a_check_that_only_warns_does_not_count() -> None:
    assert stated_at("EXPECT_EQ(a, b)") == Stated("EXPECT_EQ(a, b)", "a == b", "a", "b")
    for text in ("WARN(a == b)", "CHECK_NOFAIL(a == b)", "BOOST_WARN_EQUAL(a, b)"):
        stated = stated_at(text)
        assert stated is not None and not stated.counts


@pytest.mark.parametrize("text", ["if (x != 3) failed();", "c.get() != 3", "CHECK(a == 1", "", "CHECK;"])
def test_what_is_no_macro_says_nothing(text: str) -> None:
    assert stated_at(text) is None
