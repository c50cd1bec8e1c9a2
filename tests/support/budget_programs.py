"""Ordinary programs with many items, that a check cannot decide in a short time: queues, pools, caches, rings, maps.

`programs(size)`: twenty of them, in C and C++, correct as far as anybody knows. `size`: how many items the first of
each kind has.
"""

from dataclasses import dataclass

C_HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sched.h>
#define N {n}
"""
CXX_HEAD = """#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
constexpr int N = {n};
"""
TWO_THREADS = """
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    CHECK
}
"""

QUEUE = """
struct node { struct node *next; int value; };
static struct node *head, *tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sum;
static void *one(void *arg) {
    for (int i = 1; i <= N; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = NULL;
        node->value = i;
        pthread_mutex_lock(&lock);
        if (tail) tail->next = node; else head = node;
        tail = node;
        pthread_cond_signal(&ready);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
static void *other(void *arg) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        while (!head) pthread_cond_wait(&ready, &lock);
        struct node *node = head;
        head = node->next;
        if (!head) tail = NULL;
        pthread_mutex_unlock(&lock);
        sum += node->value;
        free(node);
    }
    return arg;
}
"""
POOL = """
typedef void (*job)(int *);
static struct { job run; int *at; } jobs[N];
static int first, last, closed, results[N];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static void square(int *at) { *at *= *at; }
static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (first == last && !closed) pthread_cond_wait(&ready, &lock);
        if (first == last) { pthread_mutex_unlock(&lock); return arg; }
        int mine = first++;
        pthread_mutex_unlock(&lock);
        jobs[mine].run(jobs[mine].at);
    }
}
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < N; i++) {
        results[i] = i;
        pthread_mutex_lock(&lock);
        jobs[last].run = square;
        jobs[last++].at = &results[i];
        pthread_cond_signal(&ready);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&ready);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++) assert(results[i] == i * i);
}
"""
CACHE = """
struct entry { int key, value; struct entry *older, *newer; };
static struct entry *newest, *oldest;
static int count, hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void leave(struct entry *one) {
    if (one->newer) one->newer->older = one->older; else newest = one->older;
    if (one->older) one->older->newer = one->newer; else oldest = one->newer;
}
static void enter(struct entry *one) {
    one->newer = NULL;
    one->older = newest;
    if (newest) newest->newer = one; else oldest = one;
    newest = one;
}
static int look_up(int key) {
    pthread_mutex_lock(&lock);
    struct entry *one = newest;
    while (one && one->key != key) one = one->older;
    if (one) { hits++; leave(one); }
    else {
        one = malloc(sizeof *one);
        one->key = key;
        one->value = 2 * key;
        if (count == 3) { struct entry *gone = oldest; leave(gone); free(gone); } else count++;
    }
    enter(one);
    int value = one->value;
    pthread_mutex_unlock(&lock);
    return value;
}
static void *one(void *arg) { for (int i = 0; i < N; i++) assert(look_up(i % 4) == 2 * (i % 4)); return arg; }
static void *other(void *arg) { for (int i = N; i > 0; i--) assert(look_up(i % 5) == 2 * (i % 5)); return arg; }
"""
RING = """
static int ring[4], sum;
static unsigned put_at, get_at;
static sem_t free_ones, full_ones;
static void *one(void *arg) {
    for (int i = 1; i <= N; i++) { sem_wait(&free_ones); ring[put_at++ % 4] = i; sem_post(&full_ones); }
    return arg;
}
static void *other(void *arg) {
    for (int i = 1; i <= N; i++) { sem_wait(&full_ones); sum += ring[get_at++ % 4]; sem_post(&free_ones); }
    return arg;
}
int main(void) {
    pthread_t a, b;
    sem_init(&free_ones, 0, 4);
    sem_init(&full_ones, 0, 0);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == N * (N + 1) / 2);
}
"""
MAP = """
struct entry { struct entry *next; int key, value; };
static struct entry *table[4];
static pthread_mutex_t locks[4];
static void put(int key) {
    struct entry *one = malloc(sizeof *one);
    int at = key % 4;
    one->key = key;
    one->value = 7 * key;
    pthread_mutex_lock(&locks[at]);
    one->next = table[at];
    table[at] = one;
    pthread_mutex_unlock(&locks[at]);
}
static int get(int key) {
    int found = -1;
    pthread_mutex_lock(&locks[key % 4]);
    for (struct entry *one = table[key % 4]; one; one = one->next) if (one->key == key) found = one->value;
    pthread_mutex_unlock(&locks[key % 4]);
    return found;
}
static void *one(void *arg) { for (int i = 0; i < N; i++) put(2 * i); return arg; }
static void *other(void *arg) {
    for (int i = 0; i < N; i++) { int found = get(i); assert(found == -1 || found == 7 * i); put(2 * i + 1); }
    return arg;
}
"""
SPSC = """
static int ring[4], sum;
static atomic_uint put_at, get_at;
static void *one(void *arg) {
    for (int i = 1; i <= N; i++) {
        unsigned at = atomic_load_explicit(&put_at, memory_order_relaxed);
        while (at - atomic_load_explicit(&get_at, memory_order_acquire) == 4) sched_yield();
        ring[at % 4] = i;
        atomic_store_explicit(&put_at, at + 1, memory_order_release);
    }
    return arg;
}
static void *other(void *arg) {
    for (int i = 1; i <= N; i++) {
        unsigned at = atomic_load_explicit(&get_at, memory_order_relaxed);
        while (atomic_load_explicit(&put_at, memory_order_acquire) == at) sched_yield();
        sum += ring[at % 4];
        atomic_store_explicit(&get_at, at + 1, memory_order_release);
    }
    return arg;
}
"""
CXX_QUEUE = """
std::mutex lock;
std::condition_variable ready;
std::deque<std::string> waiting;
int letters;
int main() {
    std::thread producer([] {
        for (int i = 0; i < N; i++) {
            std::lock_guard<std::mutex> held(lock);
            waiting.push_back(std::string(1 + i % 3, 'x'));
            ready.notify_one();
        }
    });
    std::thread consumer([] {
        for (int i = 0; i < N; i++) {
            std::unique_lock<std::mutex> held(lock);
            ready.wait(held, [] { return !waiting.empty(); });
            letters += waiting.front().size();
            waiting.pop_front();
        }
    });
    producer.join();
    consumer.join();
    assert(letters >= N);
}
"""
CXX_POOL = """
class Pool {
public:
    Pool() { for (int i = 0; i < 2; i++) workers.emplace_back([this] { work(); }); }
    ~Pool() {
        { std::lock_guard<std::mutex> held(lock); closed = true; }
        ready.notify_all();
        for (auto &worker : workers) worker.join();
    }
    void add(std::function<void()> job) {
        { std::lock_guard<std::mutex> held(lock); jobs.push_back(std::move(job)); }
        ready.notify_one();
    }
private:
    void work() {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> held(lock);
                ready.wait(held, [this] { return closed || !jobs.empty(); });
                if (jobs.empty()) return;
                job = std::move(jobs.front());
                jobs.pop_front();
            }
            job();
        }
    }
    std::mutex lock;
    std::condition_variable ready;
    std::deque<std::function<void()>> jobs;
    bool closed = false;
    std::vector<std::thread> workers;
};
std::atomic<int> done{0};
int main() {
    { Pool pool; for (int i = 0; i < N; i++) pool.add([] { done++; }); }
    assert(done == N);
}
"""
CXX_MAP = """
std::mutex lock;
std::map<std::string, int> counts;
void count(int from) {
    for (int i = 0; i < N; i++) {
        std::lock_guard<std::mutex> held(lock);
        counts["key" + std::to_string((from + i) % 3)]++;
    }
}
int main() {
    std::thread a(count, 0), b(count, 1);
    a.join();
    b.join();
    int sum = 0;
    for (auto &one : counts) sum += one.second;
    assert(sum == 2 * N);
}
"""
CXX_SWAP = """
std::mutex lock;
std::shared_ptr<std::vector<int>> current = std::make_shared<std::vector<int>>(1, 0);
std::shared_ptr<std::vector<int>> get() { std::lock_guard<std::mutex> held(lock); return current; }
int main() {
    std::thread writer([] {
        for (int i = 1; i <= N; i++) {
            auto next = std::make_shared<std::vector<int>>(*get());
            next->push_back(i);
            std::lock_guard<std::mutex> held(lock);
            current = next;
        }
    });
    std::thread reader([] {
        for (int i = 0; i < N; i++) { auto seen = get(); assert(seen->back() == (int)seen->size() - 1); }
    });
    writer.join();
    reader.join();
    assert(current->size() == N + 1);
}
"""
CXX_CACHE = """
std::mutex lock;
std::list<int> order;
std::unordered_map<int, std::list<int>::iterator> where;
void use(int key) {
    std::lock_guard<std::mutex> held(lock);
    auto found = where.find(key);
    if (found != where.end()) order.erase(found->second);
    else if (order.size() == 3) { where.erase(order.back()); order.pop_back(); }
    order.push_front(key);
    where[key] = order.begin();
}
int main() {
    std::thread a([] { for (int i = 0; i < N; i++) use(i % 4); });
    std::thread b([] { for (int i = 0; i < N; i++) use(i % 5); });
    a.join();
    b.join();
    assert(order.size() <= 3 && order.size() == where.size());
}
"""
SUM = "assert(sum == N * (N + 1) / 2);"


@dataclass(frozen=True)
class BudgetProgram:
    name: str
    text: str

    @property
    def file(self) -> str:
        return f"{self.name}.{'cpp' if self.name.startswith('cxx') else 'c'}"


def programs(size: int) -> list[BudgetProgram]:
    two = {"queue": QUEUE, "cache": CACHE, "map": MAP, "spsc": SPSC}
    checks = {"queue": SUM, "spsc": SUM}
    c = {name: body + TWO_THREADS.replace("CHECK", checks.get(name, "")) for name, body in two.items()}
    c |= {"pool": POOL, "ring": RING}
    cxx = {"queue": CXX_QUEUE, "pool": CXX_POOL, "map": CXX_MAP, "swap": CXX_SWAP, "cache": CXX_CACHE}
    found = []
    for times in (1, 2):
        found += [_program(f"c_{name}", C_HEAD, body, times * size) for name, body in c.items()]
    found += [_program(f"cxx_{name}", CXX_HEAD, body, size) for name, body in cxx.items()]
    found += [_program(f"cxx_{name}", CXX_HEAD, cxx[name], 2 * size) for name in ("queue", "pool", "map")]
    return found


def _program(name: str, head: str, body: str, items: int) -> BudgetProgram:
    return BudgetProgram(f"{name}_{items}", head.replace("{n}", str(items)) + body)
