// CONSTRUCT: the thread is joined before its lock is taken
#include <mutex>
#include <thread>

static std::mutex lock;
static int steps;

static void step() {
    std::lock_guard guard(lock);
    steps++;
}

int main() {
    std::jthread worker(step);
    worker.join();
    std::lock_guard guard(lock);
    steps++;
    return steps == 2 ? 0 : 1;
}
