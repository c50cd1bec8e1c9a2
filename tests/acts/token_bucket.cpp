// CONSTRUCT: tokens in an atomic: loaded, compared, and taken away by another operation
#include <atomic>
#include <iostream>
#include <thread>

class Bucket {
public:
    explicit Bucket(int tokens) : tokens_(tokens) {}
    bool take() {
        if (tokens_.load() <= 0)
            return false;
        tokens_.fetch_sub(1);
        return true;
    }
    int left() const { return tokens_.load(); }

private:
    std::atomic<int> tokens_;
};

int main() {
    Bucket bucket(1);
    std::atomic<int> passed{0};
    auto client = [&] {
        if (bucket.take())
            passed.fetch_add(1);
    };
    std::thread one(client), two(client);
    one.join();
    two.join();
    if (passed.load() > 1) { // FAILS exit
        std::cerr << passed.load() << " passed, " << bucket.left() << " left\n";
        return 1;
    }
    return 0;
}
