// CONSTRUCT: condition_variable_any with a shared lock: two readers wait for the same update
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Config {
public:
    int wait_for_version(int version) {
        std::shared_lock reading(lock_);
        changed_.wait(reading, [&] { return version_ >= version; });
        return value_;
    }

    void update(int value) {
        {
            std::unique_lock writing(lock_);
            value_ = value;
            version_ += 1;
        }
        changed_.notify_all();
    }

private:
    std::shared_mutex lock_;
    std::condition_variable_any changed_;
    int version_ = 0;
    int value_ = 0;
};

int main() {
    Config config;
    std::thread a([&] { assert(config.wait_for_version(1) == 5); }); // HOLDS
    std::thread b([&] { assert(config.wait_for_version(1) == 5); }); // HOLDS
    std::thread writer([&] { config.update(5); });
    a.join();
    b.join();
    writer.join();
    return 0;
}
