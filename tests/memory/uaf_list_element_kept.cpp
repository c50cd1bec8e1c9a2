// CONSTRUCT: a reference to an element of a list is kept while others are added and another one is erased
#include <list>
#include <mutex>
#include <thread>

static auto &jobs = *new std::list<int>{1, 2};
static std::mutex lock;

int main() {
    std::thread runner([] {
        int *mine;
        {
            std::lock_guard guard(lock);
            mine = &jobs.front();
        }
        *mine = 0; // SAFE nodes of a list stay where they are
    });
    std::thread manager([] {
        std::lock_guard guard(lock);
        jobs.pop_back();
        jobs.push_back(3);
    });
    runner.join();
    manager.join();
    return 0;
}
