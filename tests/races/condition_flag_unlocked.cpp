// CONSTRUCT: the predicate of a condition variable is set without its lock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;

int main() {
    std::thread setter([] {
        ready = true; // RACE!
        std::lock_guard guard(lock);
        changed.notify_one();
    });
    std::thread waiter([] {
        std::unique_lock guard(lock);
        changed.wait(guard, [] { return ready; }); // RACE!
    });
    setter.join();
    waiter.join();
    return 0;
}
