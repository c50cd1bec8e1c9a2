// CHECK not proved: it is not known whether there are memory errors: the access at
// CONSTRUCT: a pool of connections: idle() is looked at, then acquire() takes what may be gone
#include <cassert>
#include <mutex>
#include <thread>

class ConnectionPool {
public:
    int acquire() {
        std::unique_lock<std::mutex> lock(mutex_);
        return idle_ > 0 ? handles_[--idle_] : -1;
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
    int handle = pool.acquire();
    if (handle >= 0 && !keep)
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
