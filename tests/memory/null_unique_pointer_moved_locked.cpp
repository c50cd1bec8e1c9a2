// CONSTRUCT: a unique_ptr is looked at and used under the lock under which another thread moves out of it
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

struct Task {
    int steps = 4;
};

static std::unique_ptr<Task> pending = std::make_unique<Task>(), taken;
static std::mutex lock;
static int steps;

int main() {
    std::thread planner([] {
        std::lock_guard guard(lock);
        if (pending)
            steps = pending->steps; // SAFE
    });
    std::thread worker([] {
        std::lock_guard guard(lock);
        taken = std::move(pending);
        taken->steps = 0; // SAFE
    });
    planner.join();
    worker.join();
    return 0;
}
