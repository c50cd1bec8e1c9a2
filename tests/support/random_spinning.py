"""Random C programs whose threads wait for each other in loops, of several kinds. In some order of all their
statements every flag is set before it is waited for, so each of them can come to its end; what a thread does beside
waiting does not depend on who came first, so every run takes the same paths."""

from random import Random

THREADS = 2, 3
CELLS = 3
HEAD = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static int cells[{cells}];
static atomic_int flags[{flags}], spin, tickets, serving;
static volatile int plain[{flags}];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void await_quietly(int n) {{ while (!atomic_load(&flags[n])) ; }}
static void await_acquiring(int n) {{ while (!atomic_load_explicit(&flags[n], memory_order_acquire)) ; }}
static void await_relaxed(int n) {{ while (!atomic_load_explicit(&flags[n], memory_order_relaxed)) ; }}
static void await_yielding(int n) {{ while (!atomic_load(&flags[n])) sched_yield(); }}
static void await_plain(int n) {{ while (!plain[n]) ; }}
static void await_locked(int n)
{{
    for (int is_set = 0; !is_set;) {{
        pthread_mutex_lock(&lock);
        is_set = atomic_load(&flags[n]);
        pthread_mutex_unlock(&lock);
    }}
}}
static void take_spin(void) {{ while (atomic_exchange(&spin, 1)) ; }}
static void take_try(void) {{ while (pthread_mutex_trylock(&lock)) ; }}
static void take_ticket(void) {{ int mine = atomic_fetch_add(&tickets, 1); while (atomic_load(&serving) != mine) ; }}
"""
AWAITS = "await_quietly", "await_acquiring", "await_relaxed", "await_yielding", "await_plain", "await_locked"
LOCKS = (
    ("take_spin();", "atomic_store(&spin, 0);"),
    ("take_try();", "pthread_mutex_unlock(&lock);"),
    ("take_ticket();", "atomic_fetch_add(&serving, 1);"),
)


def spinning_text(seed: int) -> str:
    random = Random(seed)
    threads = random.choice(THREADS)
    bodies: list[list[str]] = [[] for _ in range(threads)]
    set_flags = list[tuple[int, int]]()
    for _ in range(random.randint(5, 10)):
        thread = random.randrange(threads)
        others = [flag for flag, by in set_flags if by != thread]
        what = random.choice(("write", "add", "lock", "lock", "set", "wait", "wait", "check"))
        if what == "wait" and not others:
            what = "set"
        cell = random.randrange(CELLS)
        if what == "write":
            bodies[thread].append(f"cells[{cell}] = {random.randint(1, 9)};")
        elif what == "add":
            bodies[thread].append(f"cells[{cell}]++;")
        elif what == "lock":
            take, leave = random.choice(LOCKS)
            bodies[thread].append(f"{take} cells[{cell}]++; {leave}")
        elif what == "set":
            flag = len(set_flags)
            set_flags.append((flag, thread))
            bodies[thread].append(f"plain[{flag}] = 1; atomic_store(&flags[{flag}], 1);")
        elif what == "wait":
            bodies[thread].append(f"{random.choice(AWAITS)}({random.choice(others)});")
        else:
            bodies[thread].append(f"assert(cells[{cell}] != {random.randint(1, 9)} || cells[{cell}] == 77);")
    lines = [HEAD.format(cells=CELLS, flags=max(1, len(set_flags)))]
    for number, body in enumerate(bodies):
        lines += [f"static void *thread{number}(void *p)", "{", *(f"    {one}" for one in body), "    return p;", "}"]
    lines += ["int main(void)", "{", f"    pthread_t ids[{threads}];"]
    lines += [f"    pthread_create(&ids[{n}], 0, thread{n}, 0);" for n in range(threads)]
    lines += [f"    pthread_join(ids[{n}], 0);" for n in range(threads)]
    return "\n".join([*lines, "}", ""])
