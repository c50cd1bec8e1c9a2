// Words counted in a map of strings under a mutex, by two threads.
// BUG: race: how many different ones there are is asked without the lock
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#ifndef N
#define N 5
#endif

class Counts {
public:
    void add(const std::string &word) {
        std::lock_guard<std::mutex> held(lock_);
        counts_[word]++;
    }
    std::size_t size() {
#ifndef BUG
        std::lock_guard<std::mutex> held(lock_);
#endif
        return counts_.size();
    }
    int of(const std::string &word) {
        std::lock_guard<std::mutex> held(lock_);
        return counts_[word];
    }

private:
    std::mutex lock_;
    std::map<std::string, int> counts_;
};

int main() {
    Counts counts;
    auto read = [&counts] {
        for (int i = 0; i < N; i++) {
            counts.add(i % 2 ? "odd" : "even");
            assert(counts.size() >= 1);
        }
    };
    std::thread a(read), b(read);
    a.join();
    b.join();
    assert(counts.of("even") == 2 * ((N + 1) / 2));
}
