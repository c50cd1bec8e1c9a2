// CONSTRUCT: a rate limiter looks whether a token is left, then takes it: two atomic steps are not one
#include <atomic>
#include <cassert>
#include <thread>

class Limiter {
public:
    explicit Limiter(int tokens) : tokens_(tokens) {}

    bool request() {
        if (tokens_ <= 0) return false;
        int left = --tokens_;
        assert(left >= 0); // FAILS
        return true;
    }

    void release() { ++tokens_; }
    int tokens() const { return tokens_; }

private:
    std::atomic<int> tokens_;
};

static void client(Limiter &limiter) {
    if (limiter.request()) limiter.release();
}

int main() {
    Limiter limiter(1);
    std::thread a(client, std::ref(limiter)), b(client, std::ref(limiter));
    a.join();
    b.join();
    assert(limiter.tokens() == 1); // HOLDS
    return 0;
}
