// A pool of connections, a vector under a mutex, with a condition for those who wait for one.
// BUG: memory: `if` in the place of `while`: an empty vector is popped
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
#ifndef N
#define N 5
#endif

struct Connection {
    int uses = 0;
};

class Pool {
public:
    explicit Pool(int count) {
        for (int i = 0; i < count; i++)
            idle_.push_back(std::make_unique<Connection>());
    }
    std::unique_ptr<Connection> get() {
        std::unique_lock<std::mutex> held(lock_);
#ifdef BUG
        if (idle_.empty())
            given_back_.wait(held);
#else
        given_back_.wait(held, [this] { return !idle_.empty(); });
#endif
        auto connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }
    void give_back(std::unique_ptr<Connection> connection) {
        {
            std::lock_guard<std::mutex> held(lock_);
            idle_.push_back(std::move(connection));
        }
        given_back_.notify_one();
    }

private:
    std::vector<std::unique_ptr<Connection>> idle_;
    std::mutex lock_;
    std::condition_variable given_back_;
};

int main() {
    Pool pool(1);
    auto use = [&pool] {
        for (int i = 0; i < N; i++) {
            auto connection = pool.get();
            connection->uses++;
            pool.give_back(std::move(connection));
        }
    };
    std::thread a(use), b(use), c(use);
    a.join();
    b.join();
    c.join();
    assert(pool.get()->uses == 3 * N);
}
