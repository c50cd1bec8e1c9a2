"""The constant of a sum, remembered for many sums: always what taking each sum apart says."""

from hypothesis import given
from hypothesis import strategies as st

from raddle.logic.linear import Constants, sum_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore

WIDTH = 8


@st.composite
def sums(draw: st.DrawFn) -> list[Term]:
    """Each made of those before it."""
    store = TermStore()
    made = [store.variable("x", WIDTH), store.variable("y", WIDTH), store.bits(draw(st.integers(0, 255)), WIDTH)]
    for _ in range(draw(st.integers(1, 12))):
        op = draw(st.sampled_from((Op.ADD, Op.SUB, Op.MUL, Op.AND)))
        one, other = draw(st.sampled_from(made)), draw(st.sampled_from(made))
        factor = store.bits(draw(st.integers(0, 255)), WIDTH)
        made.append(store.apply(op, WIDTH, one, factor if op is Op.MUL else other))
    return made


@given(sums())
def test_the_constant_is_that_of_the_sum(made: list[Term]) -> None:
    constants = Constants()
    for term in reversed(made):
        assert constants.of(term) == sum_of(term)[1]
    assert [constants.of(term) for term in made] == [sum_of(term)[1] for term in made]
