// CHECK proved
// CONSTRUCT: a turnstile that lets in as many as there is room for, asked in a method of its own
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

class Turnstile {
public:
    explicit Turnstile(int capacity) : capacity_(capacity) {}
    void enter() {
        std::lock_guard<std::mutex> guard(mutex_);
        if (inside_ == capacity_)
            return;
        ++inside_;
        if (inside_ > most_)
            most_ = inside_;
    }
    bool was_overcrowded() const { return most_ > capacity_; }

private:
    std::mutex mutex_;
    int capacity_;
    int inside_ = 0;
    int most_ = 0;
};

int main() {
    Turnstile gate(1);
    std::vector<std::thread> visitors;
    for (int at = 0; at < 2; ++at) {
        visitors.emplace_back([&gate] {
            gate.enter();
        });
    }
    for (auto &visitor : visitors)
        visitor.join();
    return gate.was_overcrowded() ? EXIT_FAILURE : EXIT_SUCCESS;
}
