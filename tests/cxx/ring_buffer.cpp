// CONSTRUCT: a ring buffer for one producer and one consumer, with atomic head and tail
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

template <typename T, std::size_t N>
class Ring {
public:
    bool push(const T &value) {
        std::size_t head = head_.load(std::memory_order_relaxed);
        if (head - tail_.load(std::memory_order_acquire) == N) return false;
        slots_[head % N] = value;
        head_.store(head + 1, std::memory_order_release);
        return true;
    }

    bool pop(T &value) {
        std::size_t tail = tail_.load(std::memory_order_relaxed);
        if (tail == head_.load(std::memory_order_acquire)) return false;
        value = slots_[tail % N];
        tail_.store(tail + 1, std::memory_order_release);
        return true;
    }

private:
    std::array<T, N> slots_{};
    std::atomic<std::size_t> head_{0}, tail_{0};
};

int main() {
    Ring<int, 2> ring;
    std::thread producer([&] {
        for (int i = 1; i <= 3; i++)
            while (!ring.push(i)) std::this_thread::yield();
    });
    std::thread consumer([&] {
        for (int i = 1; i <= 3; i++) {
            int value = 0;
            while (!ring.pop(value)) std::this_thread::yield();
            assert(value == i); // HOLDS
        }
    });
    producer.join();
    consumer.join();
    return 0;
}
