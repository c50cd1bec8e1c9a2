// CONSTRUCT: a bounded queue as a class template, waits with predicates: everything arrives, in order
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>

template <typename T>
class BoundedQueue {
public:
    explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

    void push(T value) {
        std::unique_lock<std::mutex> held(lock_);
        not_full_.wait(held, [this] { return items_.size() < capacity_; });
        items_.push_back(std::move(value));
        not_empty_.notify_one();
    }

    T pop() {
        std::unique_lock<std::mutex> held(lock_);
        not_empty_.wait(held, [this] { return !items_.empty(); });
        T value = std::move(items_.front());
        items_.pop_front();
        not_full_.notify_one();
        return value;
    }

private:
    const std::size_t capacity_;
    std::mutex lock_;
    std::condition_variable not_full_, not_empty_;
    std::deque<T> items_;
};

int main() {
    BoundedQueue<int> queue(1);
    std::thread producer([&] {
        for (int i = 1; i <= 3; i++) queue.push(i);
    });
    std::thread consumer([&] {
        int last = 0;
        for (int i = 0; i < 3; i++) {
            int item = queue.pop();
            assert(item == last + 1); // HOLDS
            last = item;
        }
    });
    producer.join();
    consumer.join();
    return 0;
}
