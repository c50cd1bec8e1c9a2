// CONSTRUCT: a queue with a lock and a condition variable
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable filled;
static std::deque<int> jobs;
static int sum;

int main() {
    std::thread consumer([] {
        for (int i = 0; i < 2; i++) {
            std::unique_lock guard(lock);
            filled.wait(guard, [] { return !jobs.empty(); });
            sum += jobs.front();
            jobs.pop_front();
        }
    });
    std::thread producer([] {
        for (int i = 1; i <= 2; i++) {
            std::lock_guard guard(lock);
            jobs.push_back(i);
            filled.notify_one();
        }
    });
    consumer.join();
    producer.join();
    return sum == 3 ? 0 : 1;
}
