// CONSTRUCT: a unique_lock is given back before the last access
#include <mutex>
#include <thread>

static std::mutex lock;
static int total, last;

static void add(int amount) {
    std::unique_lock guard(lock);
    total += amount;
    guard.unlock();
    last = amount; // RACE!
}

int main() {
    std::thread first(add, 1), second(add, 2);
    first.join();
    second.join();
    return total == 3 ? 0 : 1;
}
