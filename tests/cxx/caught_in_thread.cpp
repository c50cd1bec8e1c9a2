// CONSTRUCT: the same exception, but the thread catches it: no failure
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int balance = 10;

static void change(int by) {
    std::lock_guard guard(lock);
    if (balance + by < 0) throw std::runtime_error("overdrawn"); // HOLDS
    balance += by;
}

static void borrow() {
    try {
        change(-10);
        change(10);
    } catch (const std::exception &) {
    }
}

int main() {
    std::thread a(borrow), b(borrow);
    a.join();
    b.join();
    assert(balance == 10); // HOLDS
    return 0;
}
