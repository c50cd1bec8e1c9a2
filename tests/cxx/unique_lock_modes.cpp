// CONSTRUCT: unique_lock: defer, try, adopt, release, swap and moves out of functions
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex lock;
static int value;

static std::unique_lock<std::mutex> locked() {
    std::unique_lock<std::mutex> held(lock);
    value += 1;
    return held;
}

static void by_move() {
    std::unique_lock<std::mutex> held = locked();
    std::unique_lock<std::mutex> mine(std::move(held));
    assert(!held.owns_lock() && mine.owns_lock()); // HOLDS
    value += 1;
}

static void by_release() {
    std::unique_lock<std::mutex> held(lock, std::defer_lock);
    held.lock();
    value += 1;
    std::mutex *mutex = held.release();
    std::lock_guard<std::mutex> adopted(*mutex, std::adopt_lock);
    value += 1;
}

static void by_try() {
    std::unique_lock<std::mutex> held(lock, std::try_to_lock);
    if (!held) held.lock();
    value += 2;
}

int main() {
    std::thread a(by_move), b(by_release), c(by_try);
    a.join();
    b.join();
    c.join();
    assert(value == 6); // HOLDS
    return 0;
}
