// CONSTRUCT: jobs go through a queue of unique_ptr: who takes one out owns it, who put it in has nothing left
#include <condition_variable>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

struct Job {
    int steps;
};

static std::queue<std::unique_ptr<Job>> jobs;
static std::mutex lock;
static std::condition_variable changed;
static int done;

int main() {
    std::thread worker([] {
        for (int i = 0; i < 2; i++) {
            std::unique_lock guard(lock);
            changed.wait(guard, [] { return !jobs.empty(); });
            std::unique_ptr<Job> mine = std::move(jobs.front());
            jobs.pop();
            guard.unlock();
            done += mine->steps; // SAFE
        }
    });
    std::thread client([] {
        for (int i = 0; i < 2; i++) {
            auto job = std::make_unique<Job>(Job{i});
            std::lock_guard guard(lock);
            jobs.push(std::move(job));
            changed.notify_one();
        }
    });
    worker.join();
    client.join();
    return 0;
}
