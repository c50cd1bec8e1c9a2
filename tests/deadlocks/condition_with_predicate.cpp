// CONSTRUCT: a notification with a predicate under the lock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;

int main() {
    std::thread waiter([] {
        std::unique_lock guard(lock);
        changed.wait(guard, [] { return ready; });
    });
    std::thread notifier([] {
        std::lock_guard guard(lock);
        ready = true;
        changed.notify_one();
    });
    waiter.join();
    notifier.join();
    return 0;
}
