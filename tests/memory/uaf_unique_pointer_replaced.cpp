// CONSTRUCT: only the owner of a unique_ptr takes the lock; the one that looks in does not
#include <memory>
#include <mutex>
#include <thread>

struct Plan {
    explicit Plan(int steps) : steps(steps) {}
    int steps;
};

static std::unique_ptr<Plan> plan = std::make_unique<Plan>(3);
static std::mutex lock;
static int steps;

int main() {
    std::thread viewer([] {
        const Plan &mine = *plan;
        steps = mine.steps; // MEMORY! use-after-free
    });
    std::thread planner([] {
        std::lock_guard guard(lock);
        plan = std::make_unique<Plan>(5);
    });
    viewer.join();
    planner.join();
    return 0;
}
