// CONSTRUCT: a client looks at the job in front of the queue, which the worker may have taken and destroyed
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

struct Job {
    int steps;
};

static std::queue<std::unique_ptr<Job>> jobs;
static std::mutex lock;
static int next;

int main() {
    jobs.push(std::make_unique<Job>(Job{3}));
    std::thread client([] {
        Job *front;
        {
            std::lock_guard guard(lock);
            if (jobs.empty())
                return;
            front = jobs.front().get();
        }
        next = front->steps; // MEMORY! use-after-free
    });
    std::thread worker([] {
        std::lock_guard guard(lock);
        jobs.pop();
    });
    client.join();
    worker.join();
    return 0;
}
