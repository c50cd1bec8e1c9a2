// CONSTRUCT: a sequence lock: the reader takes the values again while a writer was at work
#include <atomic>
#include <cassert>
#include <thread>

template <typename T>
class SeqLock {
public:
    void store(T first, T second) {
        sequence_.fetch_add(1);
        first_.store(first);
        second_.store(second);
        sequence_.fetch_add(1);
    }

    template <typename F>
    void read(F use) const {
        for (;;) {
            unsigned before = sequence_.load();
            T first = first_.load(), second = second_.load();
            if (before % 2 == 0 && sequence_.load() == before) return use(first, second);
            std::this_thread::yield();
        }
    }

private:
    std::atomic<unsigned> sequence_{0};
    std::atomic<T> first_{}, second_{};
};

int main() {
    SeqLock<int> position;
    std::thread writer([&] {
        position.store(1, 10);
        position.store(2, 20);
    });
    std::thread reader([&] {
        position.read([](int first, int second) { assert(second == 10 * first); }); // HOLDS
    });
    writer.join();
    reader.join();
    return 0;
}
