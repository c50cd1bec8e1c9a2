// CONSTRUCT: a unique_ptr is looked at and used, while another thread may move out of it
#include <memory>
#include <thread>
#include <utility>

struct Task {
    int steps = 4;
};

static std::unique_ptr<Task> pending = std::make_unique<Task>(), taken;
static int steps;

int main() {
    std::thread planner([] {
        if (pending)
            steps = pending->steps; // MEMORY! null
    });
    std::thread worker([] { taken = std::move(pending); });
    planner.join();
    worker.join();
    return 0;
}
