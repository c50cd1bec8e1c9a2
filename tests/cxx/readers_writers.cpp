// CONSTRUCT: readers and writers by hand: a reader upgrades itself without waiting for the other readers to leave
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class ReadersWriters {
public:
    void start_reading() {
        std::unique_lock held(lock_);
        changed_.wait(held, [this] { return !writing_; });
        readers_ += 1;
    }

    void stop_reading() {
        std::lock_guard held(lock_);
        readers_ -= 1;
        changed_.notify_all();
    }

    void upgrade() {
        std::unique_lock held(lock_);
        changed_.wait(held, [this] { return !writing_; });
        readers_ -= 1;
        writing_ = true;
    }

    void stop_writing() {
        std::lock_guard held(lock_);
        writing_ = false;
        changed_.notify_all();
    }

private:
    std::mutex lock_;
    std::condition_variable changed_;
    int readers_ = 0;
    bool writing_ = false;
};

static ReadersWriters access_;
static int first = 1, second = 1;

static void reader() {
    access_.start_reading();
    int seen = first;
    assert(seen == second); // FAILS
    access_.stop_reading();
}

static void updater() {
    access_.start_reading();
    int next = first + 1;
    access_.upgrade();
    first = next;
    second = next;
    access_.stop_writing();
}

int main() {
    std::thread a(reader), b(updater);
    a.join();
    b.join();
    assert(first == second); // HOLDS
    return 0;
}
