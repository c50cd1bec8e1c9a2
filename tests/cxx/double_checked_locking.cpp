// CONSTRUCT: double-checked locking with an atomic pointer: one object, complete when it is seen
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Settings {
public:
    static Settings *get() {
        Settings *settings = instance_.load(std::memory_order_acquire);
        if (!settings) {
            std::lock_guard guard(lock_);
            settings = instance_.load(std::memory_order_relaxed);
            if (!settings) {
                settings = new Settings;
                instance_.store(settings, std::memory_order_release);
            }
        }
        return settings;
    }

    int level = 3;
    static inline int made = 0;

private:
    Settings() { made += 1; }
    static inline std::atomic<Settings *> instance_{nullptr};
    static inline std::mutex lock_;
};

int main() {
    std::thread a([] { assert(Settings::get()->level == 3); }); // HOLDS
    std::thread b([] { assert(Settings::get()->level == 3); }); // HOLDS
    a.join();
    b.join();
    assert(Settings::made == 1); // HOLDS
    delete Settings::get();
    return 0;
}
