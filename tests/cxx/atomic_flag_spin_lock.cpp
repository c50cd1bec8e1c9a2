// CONSTRUCT: a spin lock of atomic_flag that lock_guard can hold
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
public:
    void lock() {
        while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    void unlock() { flag_.clear(std::memory_order_release); }

private:
    std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

static SpinLock spin;
static int counter;

static void count() {
    std::lock_guard<SpinLock> guard(spin);
    counter = counter + 1;
}

int main() {
    std::thread a(count), b(count);
    a.join();
    b.join();
    assert(counter == 2); // HOLDS
    return 0;
}
