// CONSTRUCT: std::list spliced from one owner to the other under both locks
#include <cassert>
#include <list>
#include <mutex>
#include <thread>

struct Worker {
    std::mutex lock;
    std::list<int> jobs;

    void push(int job) {
        std::lock_guard guard(lock);
        jobs.push_back(job);
    }
};

int main() {
    Worker busy, idle;
    busy.push(1);
    busy.push(2);
    std::thread mover([&] {
        std::scoped_lock both(busy.lock, idle.lock);
        idle.jobs.splice(idle.jobs.end(), busy.jobs);
    });
    std::thread adder([&] { busy.push(3); });
    std::thread auditor([&] {
        std::scoped_lock both(idle.lock, busy.lock);
        std::size_t all = busy.jobs.size() + idle.jobs.size();
        assert(all == 2 || all == 3); // HOLDS
    });
    mover.join();
    adder.join();
    auditor.join();
    assert(busy.jobs.size() + idle.jobs.size() == 3); // HOLDS
    return 0;
}
