// CHECK proved
// CONSTRUCT: tokens in an atomic: loaded, compared, and taken away by another operation
#include <atomic>
#include <iostream>
#include <thread>

class Bucket {
public:
    explicit Bucket(int tokens) : tokens_(tokens) {}
    bool take() {
        int seen = tokens_.load();
        while (seen > 0)
            if (tokens_.compare_exchange_strong(seen, seen - 1))
                return true;
        return false;
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
    if (passed.load() > 1) {
        std::cerr << passed.load() << " passed, " << bucket.left() << " left\n";
        return 1;
    }
    return 0;
}
