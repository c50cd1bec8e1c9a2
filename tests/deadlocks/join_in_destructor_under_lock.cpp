// CONSTRUCT: a jthread is joined at the end of a scope in which its lock is held
#include <mutex>
#include <thread>

static std::mutex lock;
static int steps;

static void step() {
    std::lock_guard guard(lock); // DEADLOCK!
    steps++;
}

int main() {
    std::jthread worker(step);
    std::thread([] {}).join();
    std::lock_guard guard(lock);
    worker.join(); // DEADLOCK!
    return 0;
}
