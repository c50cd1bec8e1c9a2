// CONSTRUCT: a pool of connections: idle() is looked at, then acquire() takes what may be gone
#include <cassert>
#include <mutex>
#include <thread>

class ConnectionPool {
public:
    int idle() {
        std::unique_lock<std::mutex> lock(mutex_);
        return idle_;
    }
    int acquire() {
        std::unique_lock<std::mutex> lock(mutex_);
        assert(idle_ > 0); // FAILS assertion
        return handles_[--idle_];
    }
    void release(int handle) {
        std::unique_lock<std::mutex> lock(mutex_);
        handles_[idle_++] = handle;
    }

private:
    std::mutex mutex_;
    int handles_[1] = {42};
    int idle_ = 1;
};

static void query(ConnectionPool &pool, bool keep) {
    if (pool.idle() == 0)
        return;
    int handle = pool.acquire();
    if (!keep)
        pool.release(handle);
}

int main() {
    ConnectionPool pool;
    std::thread report(query, std::ref(pool), true);
    std::thread backup(query, std::ref(pool), false);
    report.join();
    backup.join();
    return 0;
}
