// CONSTRUCT: a pool whose finished tasks are counted outside the lock that guards its queue
#include <cassert>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
public:
    void submit(std::function<void()> task) { tasks_.push(std::move(task)); }

    void run(int size) {
        std::vector<std::thread> workers;
        for (int i = 0; i < size; i++) workers.emplace_back(&Pool::work_once, this);
        for (std::thread &worker : workers) worker.join();
    }

    int finished() const { return finished_; }

private:
    void work_once() {
        std::function<void()> task;
        {
            std::lock_guard held(lock_);
            if (tasks_.empty()) return;
            task = std::move(tasks_.front());
            tasks_.pop();
        }
        task();
        finished_ += 1;
    }

    std::mutex lock_;
    std::queue<std::function<void()>> tasks_;
    int finished_ = 0;
};

int main() {
    Pool pool;
    int results[2] = {0, 0};
    for (int i = 0; i < 2; i++) pool.submit([&results, i] { results[i] = 1; });
    pool.run(2);
    assert(results[0] == 1 && results[1] == 1); // HOLDS
    assert(pool.finished() == 2); // FAILS
    return 0;
}
