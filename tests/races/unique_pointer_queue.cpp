// CONSTRUCT: objects are handed over through a queue by unique_ptr
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

static std::deque<std::unique_ptr<int>> queue;
static std::mutex lock;
static int sum;

int main() {
    std::thread producer([] {
        auto object = std::make_unique<int>(5);
        *object += 1;
        std::lock_guard guard(lock);
        queue.push_back(std::move(object));
    });
    std::thread consumer([] {
        std::unique_ptr<int> object;
        {
            std::lock_guard guard(lock);
            if (!queue.empty()) {
                object = std::move(queue.front());
                queue.pop_front();
            }
        }
        if (object) sum += *object;
    });
    producer.join();
    consumer.join();
    return 0;
}
