// CONSTRUCT: std::function tasks in a shared list, taken one by one under a lock
#include <cassert>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::list<std::function<void()>> tasks;
static int sum;

static bool run_one() {
    std::function<void()> task;
    {
        std::lock_guard guard(lock);
        if (tasks.empty()) return false;
        task = std::move(tasks.front());
        tasks.pop_front();
    }
    task();
    return true;
}

int main() {
    for (int i = 1; i <= 2; i++) {
        tasks.push_back([i] {
            std::lock_guard guard(lock);
            sum += i;
        });
    }
    std::thread a(run_one), b(run_one);
    a.join();
    b.join();
    assert(tasks.empty()); // HOLDS
    assert(sum == 3); // HOLDS
    return 0;
}
