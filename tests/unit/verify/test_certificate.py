"""Certificates: what is written is read again exactly, and what is wrong with one is said."""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import raddle
from raddle.base.errors import UserError
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term, TermStore
from raddle.model.goals import Meet, PathGoal, Reach, Standstill
from raddle.model.graph import Graph, Leads
from raddle.model.program import TraceProgram
from raddle.solve import cvc5_text
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import default_solver
from raddle.solve.cvc5_text import Cvc5Text, cvc5_is_there
from raddle.verify.ask.asking import whole_query
from raddle.verify.certify.certificate import (
    Certificate,
    Claim,
    Impossible,
    ProvedInput,
    ProvedProgram,
    load_certificate,
    read_certificate,
    spell_certificate,
    write_certificate,
)
from raddle.verify.certify.certifying import own_files
from raddle.verify.certify.cores import Core, conjuncts, core_of, name_of_query, names_of
from raddle.verify.certify.kept_paths import read_goal, read_paths, spell_goal, spell_paths
from raddle.verify.certify.kept_values import Damaged
from raddle.verify.certify.rechecking import recheck
from tests.support.random_ctp import PROFILES, random_ctp
from tests.support.random_paths import random_paths
from tests.support.same_ctp import shape_of

needs_cvc5 = pytest.mark.skipif(not cvc5_is_there(), reason="cvc5 is not installed")


def linear(ctp: TraceProgram) -> TraceProgram:
    """One way for each thread; every seventh event is a frontier, every fifth a failure."""
    source, target, roots = list[int](), list[int](), list[int]()
    point = 0
    for thread in range(len(ctp.threads)):
        roots.append(point)
        for _ in ctp.of_thread(thread):
            source.append(point)
            point += 1
            target.append(point)
        point += 1
    kinds: list[Leads] = ["on", "on", "on", "on", "failure", "on", "frontier"]
    leads = tuple(kinds[number % 7] for number in range(len(ctp.events)))
    upto = tuple(event.upto for event in ctp.events)
    return replace(
        ctp, branches=Graph(tuple(source), tuple(target), leads, tuple(roots), upto, upto, frozenset({1, 3}))
    )


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_paths_are_read_as_they_were_written(profile: str) -> None:
    for seed in range(15):
        paths = linear(random_ctp(random.Random(seed), profile, 24))
        said = json.loads(json.dumps(spell_paths(paths)))
        again = read_paths(said)
        assert spell_paths(again) == said
        assert shape_of(again) == shape_of(paths)
        assert again.graph == paths.graph
        assert {type(event.action) for event in again.events} == {type(event.action) for event in paths.events}


def test_a_term_of_another_store_is_not_simplified_again() -> None:
    store = TermStore()
    y, x = store.variable("y", 32), store.variable("x", 32)
    assert repr(store.again(Op.MUL, 32, (x, y), None)) == "mul(x, y)"
    assert repr(store.apply(Op.MUL, 32, x, y)) == "mul(y, x)"
    assert store.again(Op.VARIABLE, 32, (), "x") is x
    zero, one = store.bits(0, 32), store.again(Op.CONSTANT, 32, (), 1)
    assert store.again(Op.UDIV, 32, (one, zero), None) is store.apply(Op.UDIV, 32, one, zero)


@pytest.mark.parametrize("goal", [Reach((3, 4)), Meet(1, 2), Standstill()])
def test_goals_are_read_as_they_were_written(goal: PathGoal) -> None:
    assert read_goal(json.loads(json.dumps(spell_goal(goal)))) == goal


def _without(key: str) -> Callable[[dict[str, object]], object]:
    return lambda said: {name: part for name, part in said.items() if name != key}


@pytest.mark.parametrize(
    "spoil",
    [
        _without("cells"),
        _without("terms"),
        lambda said: said | {"roots": [0, "1"]},
        lambda said: said | {"roots": []},
        lambda said: said | {"leads": ["off"] * len(said["leads"])},
        lambda said: said | {"source": said["source"][1:]},
        lambda said: said | {"events": [[0, 0, 0, ["Nothing"], 0, 0]]},
        lambda said: said | {"events": [[0, 0, 0, ["Step", [], 10**9, []], 0, 0]]},
        lambda said: said | {"events": said["events"][::-1]},
        lambda said: said | {"terms": [["ADD", 32, [7, 8], None]]},
        lambda said: said | {"terms": [["NOSUCH", 32, [], None]]},
        lambda said: [],
    ],
)
def test_what_are_no_paths_is_refused(spoil: Callable[[dict[str, object]], object]) -> None:
    said = spell_paths(linear(random_ctp(random.Random(2), "locks", 12)))
    with pytest.raises(Damaged):
        read_paths(spoil(said))


# ---- names and cores


def order_only(store: TermStore) -> tuple[Term, ...]:
    free = store.any_of((store.variable("a", 1), store.variable("b", 1)))
    return (free, store.before(1, 2), store.before(2, 3), store.before(3, 1))


def with_bits(store: TermStore) -> tuple[Term, ...]:
    x, y = store.variable("x", 32), store.variable("y", 32)
    small = store.apply(Op.ULT, 1, x, store.bits(3, 32))
    return (small, store.equal(store.apply(Op.ADD, 32, x, y), store.bits(9, 32)), store.negation(small))


def test_an_assertion_has_the_same_name_in_another_store() -> None:
    one, other = TermStore(), TermStore()
    for name in "dcba":
        other.variable(name, 32)
    terms = []
    for store in (one, other):
        a, b, c = (store.variable(name, 32) for name in "abc")
        added = store.equal(store.apply(Op.ADD, 32, b, store.apply(Op.MUL, 32, a, c)), c)
        terms.append((added, store.any_of((added, store.before(1, 2))), store.apply(Op.ULT, 1, a, b)))
    names = [list(names_of(made).values()) for made in terms]
    assert names[0] == names[1]
    assert len(set(names[0])) == 3


def test_different_assertions_have_different_names() -> None:
    store = TermStore()
    a, b = store.variable("a", 32), store.variable("b", 32)
    made = [store.apply(Op.ULT, 1, a, b), store.apply(Op.ULT, 1, b, a), store.apply(Op.ULE, 1, a, b)]
    made += [store.before(1, 2), store.before(2, 1), store.not_after(1, 2), store.equal(a, b), store.equal(a, a)]
    assert len(set(names_of(made).values())) == len(made)


@pytest.mark.parametrize(("make", "solver", "size"), [(order_only, "cadical", 3), (with_bits, "z3", 2)])
def test_a_core_names_assertions_that_contradict(
    make: Callable[[TermStore], tuple[Term, ...]], solver: str, size: int
) -> None:
    store = TermStore()
    query = Query(store, make(store))
    core = core_of(query, None)
    assert isinstance(core, Core)
    assert core.solver == solver
    assert len(core.names) == size
    assert set(core.names) <= set(names_of(query.assertions).values())


def test_what_has_a_solution_has_no_core() -> None:
    store = TermStore()
    assert core_of(Query(store, with_bits(store)[:2]), None) == "the query has a solution"


# ---- certificates


def encoder(make: Callable[[TermStore], tuple[Term, ...]]) -> Callable[[TraceProgram, PathGoal], Query]:
    """A formula that has nothing to do with the paths, but is made in their store."""
    return lambda paths, _: Query(paths.terms, make(paths.terms))


def certificate_of(make: Callable[[TermStore], tuple[Term, ...]], paths: TraceProgram | None = None) -> Certificate:
    paths = paths or linear(random_ctp(random.Random(5), "locks", 20))
    goal = Reach((*paths.graph.of_kind("failure"), *paths.graph.of_kind("frontier")))
    query = encoder(make)(read_paths(spell_paths(paths)), goal)
    core = core_of(query, None)
    assert isinstance(core, Core)
    name = name_of_query(names_of(conjuncts(query)))
    return Certificate(
        raddle="0.1",
        program=ProvedProgram("/there/program", "ab" * 32, (("/lib/l.so", "cd" * 32),)),
        input=ProvedInput(("-n", "ä\udc80"), None, (("HOME", "/root"),), "ef" * 32),
        options=(("steps", "100"),),
        claim=Claim(("assertions",), "sequentially consistent", "races", "", ("stdin",), ("nothing",), 7, 3, 2, 40, 38),
        paths=paths,
        proofs=(Impossible(goal, "orders", name, core.solver, core.names),),
    )


def test_a_certificate_is_read_as_it_was_written(tmp_path: Path) -> None:
    certificate = certificate_of(with_bits)
    write_certificate(certificate, tmp_path / "c")
    again = load_certificate(tmp_path / "c")
    assert replace(again, paths=certificate.paths) == certificate
    assert spell_paths(again.paths) == spell_paths(certificate.paths)
    assert spell_certificate(again) == spell_certificate(certificate)


def test_a_certificate_that_was_changed_anywhere_is_damaged() -> None:
    text = spell_certificate(certificate_of(with_bits))
    rng = random.Random(3)
    for _ in range(300):
        at = rng.randrange(len(text) - 2)
        other = rng.choice([letter for letter in '0127af[]",' if letter != text[at]])
        with pytest.raises(UserError, match=r"damaged|no certificate|another version"):
            read_certificate(text[:at] + other + text[at + 1 :], "c")
    for cut in (0, 1, 40, len(text) // 2, len(text) - 3):
        with pytest.raises(UserError, match=r"damaged|no certificate"):
            read_certificate(text[:cut], "c")


def test_a_certificate_that_is_too_deep_is_damaged() -> None:
    body = spell_certificate(certificate_of(with_bits)).rpartition('"checksum": "')[0]
    body = body.replace('"proofs": [', '"proofs": [' + "[" * 20_000, 1)
    digits = hashlib.sha256(body.encode()).hexdigest()
    with pytest.raises(UserError, match="damaged"):
        read_certificate(f'{body}"checksum": "{digits}"}}\n', "c")


def test_what_is_no_certificate_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "c").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="no certificate"):
        load_certificate(tmp_path / "c")
    with pytest.raises(UserError, match="cannot be read"):
        load_certificate(tmp_path / "absent")
    with pytest.raises(UserError, match="another version of its format"):
        read_certificate('{"format": 99,\n', "c")


@needs_cvc5
@pytest.mark.parametrize(("make", "first"), [(order_only, "cadical"), (with_bits, "z3")])
def test_a_second_solver_agrees_with_a_true_core(make: Callable[[TermStore], tuple[Term, ...]], first: str) -> None:
    certificate = read_certificate(spell_certificate(certificate_of(make)), "c")
    (found,) = recheck(certificate, "c", {"orders": encoder(make)}, None)
    assert (found.answer, found.first, found.second) == ("impossible", first, "cvc5")
    assert found.needed < found.assertions


@needs_cvc5
def test_a_core_that_has_a_solution_is_found_out() -> None:
    certificate = certificate_of(with_bits)
    (proof,) = certificate.proofs
    assert proof.core is not None
    forged = replace(certificate, proofs=(replace(proof, core=proof.core[:1]),))
    (found,) = recheck(read_certificate(spell_certificate(forged), "c"), "c", {"orders": encoder(with_bits)}, None)
    assert found.answer == "possible"


@needs_cvc5
def test_a_formula_that_has_a_solution_is_found_out() -> None:
    certificate = certificate_of(with_bits)
    (proof,) = certificate.proofs
    possible = lambda store: with_bits(store)[:2]  # noqa: E731
    query = encoder(possible)(read_paths(spell_paths(certificate.paths)), proof.goal)
    forged = replace(proof, core=None, formula=name_of_query(names_of(conjuncts(query))))
    (found,) = recheck(replace(certificate, proofs=(forged,)), "c", {"orders": encoder(possible)}, None)
    assert found.answer == "possible"


@needs_cvc5
def test_without_a_core_the_whole_formula_is_asked() -> None:
    certificate = certificate_of(with_bits)
    (proof,) = certificate.proofs
    whole = replace(certificate, proofs=(replace(proof, core=None),))
    (found,) = recheck(whole, "c", {"orders": encoder(with_bits)}, None)
    assert (found.answer, found.needed) == ("impossible", found.assertions)


@needs_cvc5
def test_a_core_of_another_formula_is_refused() -> None:
    certificate = certificate_of(with_bits)
    (proof,) = certificate.proofs
    with pytest.raises(UserError, match="is not the one that was proved"):
        recheck(certificate, "c", {"orders": encoder(order_only)}, None)
    forged = replace(certificate, proofs=(replace(proof, core=("00" * 16,)),))
    with pytest.raises(UserError, match=r"1 assertions of the core .* are not in its formula"):
        recheck(forged, "c", {"orders": encoder(with_bits)}, None)


def test_a_claim_that_no_proof_is_about_is_refused() -> None:
    certificate = certificate_of(with_bits)
    (proof,) = certificate.proofs
    assert isinstance(proof.goal, Reach)
    for kind, left in (("failure", proof.goal.events[1:]), ("frontier", certificate.paths.graph.of_kind("failure"))):
        forged = replace(certificate, proofs=(replace(proof, goal=Reach(left)),))
        with pytest.raises(UserError, match=f"nothing is said about {kind}"):
            recheck(forged, "c", {"orders": encoder(with_bits)}, None)
    deadlocks = replace(certificate, claim=replace(certificate.claim, properties=("assertions", "deadlocks")))
    with pytest.raises(UserError, match="threads that are stuck"):
        recheck(deadlocks, "c", {"orders": encoder(with_bits)}, None)
    races = replace(certificate, claim=replace(certificate.claim, properties=("assertions", "races")))
    with pytest.raises(UserError, match=r"nothing is said about accesses \d+ of"):
        recheck(races, "c", {"orders": encoder(with_bits)}, None)
    everything = replace(certificate, claim=replace(certificate.claim, executions="all"))
    with pytest.raises(UserError, match="nothing is said about data races"):
        recheck(everything, "c", {"orders": encoder(with_bits)}, None)


def test_without_cvc5_z3_is_the_second_where_it_was_not_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cvc5_text.importlib.util, "find_spec", lambda name: None)
    (found,) = recheck(certificate_of(order_only), "c", {"orders": encoder(order_only)}, None)
    assert (found.answer, found.first, found.second) == ("impossible", "cadical", "z3")
    with pytest.raises(UserError, match=r"cvc5 is not installed\n.*raddle.certificate."):
        recheck(certificate_of(with_bits), "c", {"orders": encoder(with_bits)}, None)


@needs_cvc5
def test_cvc5_agrees_with_every_answer_about_random_paths() -> None:
    kinds = set()
    for seed in range(12):
        paths = read_paths(spell_paths(random_paths(random.Random(seed), "mixed", 18)))
        for event in (*paths.graph.of_kind("failure"), *paths.graph.of_kind("frontier"))[:4]:
            query = whole_query(paths, Reach((event,)))
            again = whole_query(read_paths(spell_paths(paths)), Reach((event,)))
            names, others = (name_of_query(names_of(conjuncts(one))) for one in (query, again))
            assert names == others
            first, second = (solver.solve(query, 20).__class__ for solver in (default_solver(), Cvc5Text()))
            assert first is second, (seed, event)
            kinds.add(first)
    assert kinds == {Sat, Unsat}


def test_a_proof_is_kept_for_all_of_raddle_as_it_is() -> None:
    package = Path(raddle.__file__).parent
    parts = {path.relative_to(package).parts[0] for path in own_files()}
    rooms = {path.name for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms <= parts
    assert {".py", ".c", ".h", ".cpp", ".table"} <= {path.suffix for path in own_files()}
