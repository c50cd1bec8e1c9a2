// CONSTRUCT: a worker that is started once: the thread in the member is replaced while it can be joined
#include <mutex>
#include <thread>

class Worker {
public:
    ~Worker() {
        if (thread_.joinable())
            thread_.join();
    }
    bool running() {
        std::lock_guard<std::mutex> guard(mutex_);
        return thread_.joinable();
    }
    void start() {
        std::lock_guard<std::mutex> guard(mutex_);
        thread_ = std::thread([this] { ++rounds_; }); // FAILS failure
    }

private:
    std::mutex mutex_;
    std::thread thread_;
    int rounds_ = 0;
};

int main() {
    Worker worker;
    auto ensure = [&worker] {
        if (!worker.running())
            worker.start();
    };
    std::thread one(ensure), two(ensure);
    one.join();
    two.join();
    return 0;
}
