// CONSTRUCT: wait_for with a predicate: its result says whether the data is there
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
    using namespace std::chrono_literals;
    std::mutex lock;
    std::condition_variable ready;
    bool done = false;
    int result = 0;
    std::thread worker([&] {
        std::lock_guard held(lock);
        result = 42;
        done = true;
        ready.notify_all();
    });
    std::thread client([&] {
        std::unique_lock held(lock);
        bool in_time = ready.wait_for(held, 5s, [&] { return done; });
        assert(!in_time || result == 42); // HOLDS
    });
    worker.join();
    client.join();
    assert(done); // HOLDS
    return 0;
}
