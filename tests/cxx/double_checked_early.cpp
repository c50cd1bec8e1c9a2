// CONSTRUCT: double-checked locking whose flag is set before the value
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

template <typename T>
class Lazy {
public:
    T &get(T (*make)()) {
        if (!made_.load()) {
            std::lock_guard guard(lock_);
            if (!made_.load()) {
                made_.store(true);
                value_ = make();
            }
        }
        return value_;
    }

private:
    std::mutex lock_;
    std::atomic<bool> made_{false};
    T value_{};
};

static int answer() { return 42; }

int main() {
    Lazy<int> lazy;
    std::thread a([&] { assert(lazy.get(answer) == 42); }); // HOLDS: fails only off the path, where the other makes it
    std::thread b([&] { assert(lazy.get(answer) == 42); }); // FAILS
    a.join();
    b.join();
    return 0;
}
