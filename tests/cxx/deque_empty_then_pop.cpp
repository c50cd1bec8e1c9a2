// CONSTRUCT: a work queue: empty() is asked before the lock is taken
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::deque<int> jobs{1};

static void hasty() {
    if (!jobs.empty()) {
        std::lock_guard guard(lock);
        assert(!jobs.empty()); // FAILS
        jobs.pop_front();
    }
}

static void careful() {
    std::lock_guard guard(lock);
    if (!jobs.empty()) jobs.pop_front();
}

static void refill() {
    std::lock_guard guard(lock);
    jobs.push_back(2);
}

int main() {
    std::thread a(hasty), b(refill), c(careful);
    a.join();
    b.join();
    c.join();
    return 0;
}
