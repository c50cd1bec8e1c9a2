// CONSTRUCT: a future is waited for before the lock is taken
#include <future>
#include <mutex>
#include <thread>

static std::mutex lock;
static int steps;

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread worker([&promise] {
        std::lock_guard guard(lock);
        promise.set_value(++steps);
    });
    int result = future.get();
    {
        std::lock_guard guard(lock);
        steps += result;
    }
    worker.join();
    return 0;
}
