// CONSTRUCT: a future is waited for under the lock that its promise needs
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
    std::thread([] {}).join();
    {
        std::lock_guard guard(lock);
        steps += future.get(); // NODEADLOCK on this path: the value was there, and nobody waited
    }
    worker.join();
    return 0;
}
