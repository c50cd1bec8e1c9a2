// CONSTRUCT: two workers with a queue each; who has nothing left takes from the other's far end
#include <array>
#include <atomic>
#include <cassert>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

struct Queue {
    std::mutex lock;
    std::deque<int> jobs;

    std::optional<int> take() {
        std::lock_guard guard(lock);
        if (jobs.empty()) return std::nullopt;
        int job = jobs.back();
        jobs.pop_back();
        return job;
    }

    std::optional<int> steal() {
        std::unique_lock guard(lock, std::try_to_lock);
        if (!guard || jobs.empty()) return std::nullopt;
        int job = jobs.front();
        jobs.pop_front();
        return job;
    }
};

static std::array<Queue, 2> queues;
static std::array<std::atomic<int>, 4> done{};

static void work(int me) {
    while (auto job = queues[me].take()) done[*job]++;
    if (auto job = queues[1 - me].steal()) done[*job]++;
}

int main() {
    queues[0].jobs = {0, 1, 2};
    queues[1].jobs = {3};
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    for (const auto &count : done) assert(count == 1); // HOLDS
    return 0;
}
