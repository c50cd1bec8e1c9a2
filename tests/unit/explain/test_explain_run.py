"""Recordings of small failing programs as runs: what each step saw, which locks it held, how it is called."""

from pathlib import Path
from textwrap import dedent

import pytest

from raddle.explain.run import Deed, Run
from raddle.logic.terms import Term
from tests.support.recorded_runs import failing_run, told

pytestmark = [pytest.mark.compiler, pytest.mark.native]

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
"""


def lines(text: str) -> str:
    return dedent(text).strip("\n")


def program(text: str) -> str:
    """Its own text begins at line 7."""
    return HEAD.strip("\n") + "\n" + dedent(text).strip("\n")


def value(run: Run, number: int) -> Term | None:
    return run.formulas.of(run.steps[number]).value


def needs(run: Run, number: int) -> Term | None:
    return run.formulas.of(run.steps[number]).needs


LOST = program("""
    int balance;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    void *deposit(void *arg) {
        pthread_mutex_lock(&m);
        int bal = balance;
        pthread_mutex_unlock(&m);
        if (bal < 100)
            bal += 10;
        pthread_mutex_lock(&m);
        balance = bal;
        pthread_mutex_unlock(&m);
        return arg;
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, deposit, NULL);
        deposit(NULL);
        pthread_join(t, NULL);
        assert(balance == 20);
    }
""")


def test_two_threads_in_the_order_of_the_run(tmp_path: Path) -> None:
    run = failing_run(tmp_path, LOST, "main:6 main.1:7")
    assert told(run) == lines("""
        0 main - start
        1 main 22 write t = ADDRESS
        2 main 22 create main.1 = 1
        3 main 23 assign arg = NULL
        4 main 10 lock m = 1
        5 main 11 read balance = 0 [4]
        6 main 11 assign bal = 0 [4]
        7 main 12 unlock m = 0 <- 4
        8 main 13 condition
        9 main 14 assign bal = 10 (8)
        10 main 0 phi bal = 10 <- 9
        11 main.1 - start <- 2
        12 main.1 10 lock m = 2 <- 7
        13 main.1 11 read balance = 0 [12]
        14 main.1 11 assign bal = 0 [12]
        15 main.1 12 unlock m = 0 <- 12
        16 main.1 13 condition
        17 main.1 14 assign bal = 10 (16)
        18 main.1 0 phi bal = 10 <- 17
        19 main.1 15 lock m = 2 <- 15
        20 main.1 16 write balance = 10 [19]
        21 main.1 17 unlock m = 0 <- 19
        22 main 15 lock m = 1 <- 21
        23 main 16 write balance = 10 [22]
        24 main 17 unlock m = 0 <- 22
        25 main 24 read t = ADDRESS <- 1
        26 main 24 join
        27 main 25 read balance = 10 <- 23
    """)
    assert {step.number for step in run.steps if step.shared} == {5, 13, 20, 23, 27}
    assert run.forced == ((2, 11), (21, 26))
    assert (str(needs(run, 11)), str(needs(run, 12)), str(needs(run, 16))) == ("s2", "eq(s7, 0)", "slt(s14, 100)")
    assert (str(value(run, 17)), str(value(run, 18)), str(value(run, 27))) == ("add(s14, 10)", "s17", "s23")
    assert str(run.formulas.of(run.steps[17]).sound) == "(not(sadd_overflow(s14, 10)),)"
    assert str(run.failing.violated) == "not(eq(s27, 20))"


def test_a_read_is_made_of_the_bytes_of_several_writes_and_of_the_beginning(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            union { uint32_t word; uint16_t half[2]; uint8_t byte[4]; } u = {0x11223344};
            uint32_t copy;
            int main(void) {
                u.byte[1] = 7;
                copy = u.half[0];
                u.half[1] = copy;
                memcpy(&copy, &u, 4);
                assert(copy == 5);
            }
        """),
    )
    assert told(run) == lines("""
       0 main - start
       1 main 10 write u.word+1 = 7
       2 main 11 read *(uint16_t *)&u.word = 1860 <- 1
       3 main 11 write copy = 1860
       4 main 12 read copy = 1860 <- 3
       5 main 12 write u.word+2 = 1860
       6 main 13 read u.word = 121898820 <- 1,5
       7 main 13 write copy = 121898820
       8 main 14 read copy = 121898820 <- 7
    """)
    assert str(value(run, 2)) == "concat(s1, 68)"
    assert str(value(run, 6)) == "concat(s5, concat(s1, 68))"


def test_a_slot_on_a_stack_is_fresh_in_each_call(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            int got;
            static void first(void) { volatile int a; a = 5; got = a; }
            static void second(void) { volatile int b; got = b; b = 6; }
            int main(void) {
                first();
                second();
                assert(got == 0 && got == 1);
            }
        """),
    )
    touched = [run.wording.name(step) for step in run.steps if step.deed in (Deed.READ, Deed.WRITE)]
    assert touched[:6] == ["a", "a", "got", "b", "got", "b"]
    assert [step.sources for step in run.steps if run.wording.name(step) == "b" and step.deed is Deed.READ] == [()]


def test_readers_writers_and_waits_are_locks(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            int x, ready;
            pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            pthread_cond_t c = PTHREAD_COND_INITIALIZER;
            void *work(void *arg) {
                pthread_rwlock_wrlock(&rw);
                x = 2;
                pthread_rwlock_unlock(&rw);
                pthread_mutex_lock(&m);
                ready = 1;
                pthread_cond_signal(&c);
                pthread_mutex_unlock(&m);
                return arg;
            }
            int main(void) {
                pthread_t t;
                pthread_create(&t, NULL, work, NULL);
                pthread_mutex_lock(&m);
                while (!ready)
                    pthread_cond_wait(&c, &m);
                pthread_mutex_unlock(&m);
                pthread_rwlock_rdlock(&rw);
                int seen = x;
                pthread_rwlock_unlock(&rw);
                pthread_join(t, NULL);
                assert(seen == 1);
            }
        """),
    )
    assert told(run, Deed.LOCK, Deed.UNLOCK, Deed.OTHER) == lines("""
        3 main 24 lock m = 1
        6 main 26 unlock m = 0 <- 3 (5)
        8 main.1 12 lock rw = -2147483646
        10 main.1 14 unlock rw = 0 <- 8
        11 main.1 15 lock m = 2 <- 6
        13 main.1 17 other c = 1 <- 6 [11]
        14 main.1 18 unlock m = 0 <- 11
        15 main 26 lock m = 1 <- 14,13 (5)
        18 main 27 unlock m = 0 <- 15 ~15
        19 main 28 lock rw = 1 <- 10 ~15
        22 main 30 unlock rw = 0 <- 19 ~15
    """)
    assert str(value(run, 13)) == "eq(s6, 0)"
    assert (needs(run, 3), needs(run, 8)) == (None, None)
    assert str(needs(run, 15)) == "all(eq(s14, 0), s13)"
    assert str(needs(run, 19)) == "ult(s10, 2147483648)"
    assert str(value(run, 22)) == "add(s19, 4294967295)"


def test_a_recursive_lock_is_taken_once_and_a_try_that_fails_takes_nothing(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            pthread_mutex_t r, m = PTHREAD_MUTEX_INITIALIZER;
            int x;
            int main(void) {
                pthread_mutexattr_t a;
                pthread_mutexattr_init(&a);
                pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
                pthread_mutex_init(&r, &a);
                pthread_mutex_lock(&m);
                pthread_mutex_lock(&r);
                pthread_mutex_lock(&r);
                pthread_mutex_trylock(&m);
                x = 1;
                pthread_mutex_unlock(&r);
                pthread_mutex_unlock(&r);
                assert(!x);
            }
        """),
    )
    assert told(run, Deed.LOCK, Deed.UNLOCK, Deed.OTHER, Deed.WRITE).splitlines()[-5:] == [
        "1 main 14 lock m = 1",
        "2 main 15 lock r = 1 [1]",
        "3 main 17 other m [1,2]",
        "4 main 18 write x = 1 [1,2]",
        "5 main 20 unlock r = 0 <- 2 [1]",
    ]
    assert run.failing.around == (0, 1)


def test_semaphores_and_barriers_count(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            sem_t s;
            pthread_barrier_t b;
            void *work(void *arg) {
                pthread_barrier_wait(&b);
                sem_post(&s);
                return arg;
            }
            int main(void) {
                pthread_t t;
                sem_init(&s, 0, 1);
                pthread_barrier_init(&b, NULL, 2);
                pthread_create(&t, NULL, work, NULL);
                pthread_barrier_wait(&b);
                sem_wait(&s);
                sem_wait(&s);
                assert(!&s);
            }
        """),
    )
    assert told(run, Deed.OTHER, Deed.WAIT) == lines("""
       1 main 16 other s = 1
       4 main 19 other b = 1
       6 main.1 10 other b = 0 <- 4
       7 main.1 11 other s = 2 <- 1
       8 main 19 wait b <- 6
       9 main 20 wait s = 1 <- 7 ~8
       10 main 21 wait s = 0 <- 9 ~9
    """)
    assert str(value(run, 6)) == "ite(0, add(s4, 1), eq(s4, 1))"
    assert (str(needs(run, 8)), str(needs(run, 9))) == ("eq(s6, 0)", "not(eq(s7, 0))")
    assert str(value(run, 10)) == "add(s9, 4294967295)"


def test_what_follows_a_wait_is_reached_through_it_until_the_function_is_left(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            sem_t s;
            int x, y;
            void *work(void *arg) {
                sem_post(&s);
                sem_post(&s);
                sem_post(&s);
                return arg;
            }
            void one_more(int *to) {
                sem_wait(&s);
                ++*to;
            }
            int main(void) {
                pthread_t t;
                sem_init(&s, 0, 0);
                pthread_create(&t, NULL, work, NULL);
                one_more(&x);
                y = 5;
                for (int i = 0; i < 2; i++)
                    sem_wait(&s);
                y = 6;
                one_more(&x);
            }
        """),
    )
    assert told(run, Deed.WAIT, Deed.WRITE, Deed.CONDITION).splitlines()[1:] == [
        "9 main 16 wait s = 2 <- 8",
        "11 main 17 write x = 1 ~9",
        "12 main 24 write y = 5",
        "14 main 25 condition",
        "15 main 26 wait s = 1 <- 9 (14)",
        "17 main 25 condition (14) ~15",
        "18 main 26 wait s = 0 <- 15 (17)",
        "20 main 25 condition (17) ~18",
        "21 main 27 write y = 6 ~18",
    ]
    assert run.failing.around == (0, 18)


def test_memory_is_called_as_the_source_calls_it(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            struct node { int value; struct node *next; };
            struct queue { pthread_mutex_t lock; int items[4]; int head; struct node *first; };
            struct queue global, *shared;
            int *kept;
            static void put(void *arg, int what) {
                struct queue *q = arg;
                pthread_mutex_lock(&q->lock);
                q->items[q->head] = what;
                q->head++;
                q->first->next->value = what;
                pthread_mutex_unlock(&q->lock);
            }
            int main(void) {
                int numbers[3] = {1, 2, 3}, *p = numbers;
                struct node two = {0}, one = {0, &two}, *heap = malloc(2 * sizeof *heap);
                global.first = &one, kept = numbers;
                shared = calloc(1, sizeof *shared);
                shared->first = &one;
                put(&global, 7);
                put(shared, 8);
                heap[1].value = p[2];
                *p = 4;
                assert(numbers[0] == 5);
            }
        """),
    )
    written = [
        f"{run.wording.name(step)} = {run.wording.spell(step, step.value)}"
        for step in run.steps
        if step.deed is Deed.WRITE and step.number > 12
    ]
    assert "global.first = &one" in written
    assert "shared = heap main#2" in written
    assert "shared->first = &one" in written
    assert [line for line in written if "items" in line] == ["global.items[0] = 7", "q->items[0] = 8"]
    assert [line for line in written if line.startswith("two")] == ["two.value = 7", "two.value = 8"]
    assert "heap[1].value = 3" in written
    assert written[-1] == "numbers[0] = 4"
    locks = [run.wording.name(step) for step in run.steps if step.deed is Deed.LOCK]
    assert locks == ["global.lock", "q->lock"]
    own = {run.wording.name(step) for step in run.steps if step.width and run.wording.is_own(step)}
    assert {"q", "what", "p", "heap", "numbers[0]", "two.value"} <= own
    assert not own & {"global.first", "shared", "q->items[0]"}


def test_what_was_changed_by_others_is_a_constant_and_is_noted(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            int x = 1;
            int main(void) {
                x = 2;
                __asm__ volatile("movl $7, %0" : "=m"(x) : : "memory");
                assert(x == 2);
            }
        """),
    )
    assert str(value(run, run.steps[-1].number)) == "7"
    assert run.notes == ("changed by code that is not instrumented, and taken as it was: x",)


def test_a_signed_overflow_that_took_place_is_not_ruled_out(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            int x = 2147483647;
            int main(void) {
                x = x + 1;
                assert(x > 0);
            }
        """),
    )
    written = next(step for step in run.steps if step.deed is Deed.WRITE)
    assert run.formulas.of(written).sound == ()
    assert str(value(run, written.number)) == "add(s1, 1)"


def test_a_float_that_is_made_an_integer_is_taken_as_it_was(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            double rate = 2.5;
            int whole;
            int main(void) {
                whole = (int)rate;
                assert(whole == 3);
            }
        """),
    )
    written = next(step for step in run.steps if step.deed is Deed.WRITE)
    assert (str(value(run, written.number)), str(run.formulas.of(written).where)[:6]) == ("2", "eq(s1,")
    assert run.notes == ("floats that are made integers are taken as they were",)


def test_variables_of_different_calls_are_different_memory(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        program("""
            int sum;
            static void *add(void *arg) { sum += *(int *)arg; return arg; }
            static void round(int n) {
                int mine = n;
                pthread_t t;
                pthread_create(&t, NULL, add, &mine);
                pthread_join(t, NULL);
            }
            int main(void) {
                round(1);
                round(2);
                assert(sum == 4);
            }
        """),
    )
    mine = [step for step in run.steps if run.wording.name(step) == "mine"]
    assert [(run.threads[step.thread], step.deed.value) for step in mine] == [
        ("main", "write"),
        ("main.1", "read"),
        ("main", "write"),
        ("main.2", "read"),
    ]
    assert mine[0].address == mine[1].address != mine[2].address == mine[3].address
    assert [step.sources for step in mine[1::2]] == [(mine[0].number,), (mine[2].number,)]
