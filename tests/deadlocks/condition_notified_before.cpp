// CONSTRUCT: a notification without a predicate may come before the wait
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;

int main() {
    std::thread waiter([] {
        std::unique_lock guard(lock);
        changed.wait(guard); // DEADLOCK!
    });
    std::thread notifier([] {
        std::lock_guard guard(lock);
        changed.notify_one();
    });
    waiter.join(); // DEADLOCK!
    notifier.join();
    return 0;
}
