// CONSTRUCT: a ring buffer whose producer moves the head before it fills the slot
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <optional>
#include <thread>

template <typename T, std::size_t N>
class Ring {
public:
    void push(T value) {
        std::size_t head = head_.load();
        head_.store(head + 1);
        slots_[head % N] = value;
    }

    std::optional<T> pop() {
        std::size_t tail = tail_.load();
        if (tail == head_.load()) return std::nullopt;
        T value = slots_[tail % N];
        tail_.store(tail + 1);
        return value;
    }

private:
    std::array<T, N> slots_{};
    std::atomic<std::size_t> head_{0}, tail_{0};
};

int main() {
    Ring<long, 4> ring;
    std::thread producer([&] { ring.push(17); });
    std::thread consumer([&] {
        std::optional<long> got = ring.pop();
        assert(!got || *got == 17); // FAILS
    });
    producer.join();
    consumer.join();
    return 0;
}
