// CONSTRUCT: a class whose setters take the lock, and whose average does not
#include <mutex>
#include <thread>

class Statistics {
  public:
    void add(int value) {
        std::lock_guard guard(lock_);
        sum_ += value;
        count_ += 1;
    }
    void clear() {
        std::lock_guard guard(lock_);
        sum_ = count_ = 0;
    }
    int average() const {
        return count_ == 0 ? 0 : sum_ / count_; // MEMORY! division
    }

  private:
    mutable std::mutex lock_;
    int sum_ = 0, count_ = 0;
};

static Statistics statistics;
static int seen;

int main() {
    statistics.add(4);
    std::thread reporter([] { seen = statistics.average(); });
    std::thread cleaner([] { statistics.clear(); });
    reporter.join();
    cleaner.join();
    return 0;
}
