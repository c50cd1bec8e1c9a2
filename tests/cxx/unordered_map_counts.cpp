// CONSTRUCT: words counted in an unordered_map, every access under the lock
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

class WordCount {
public:
    void add(const std::string &word) {
        std::lock_guard guard(lock_);
        counts_[word] += 1;
    }

    int of(const std::string &word) {
        std::lock_guard guard(lock_);
        auto found = counts_.find(word);
        return found == counts_.end() ? 0 : found->second;
    }

private:
    std::mutex lock_;
    std::unordered_map<std::string, int> counts_;
};

int main() {
    WordCount words;
    std::thread a([&] { words.add("warp"); });
    std::thread b([&] {
        words.add("weft");
        words.add("warp");
    });
    a.join();
    b.join();
    assert(words.of("warp") == 2); // HOLDS
    assert(words.of("weft") == 1); // HOLDS
    return 0;
}
