// Something expensive, made when it is first asked for: by std::call_once.
// BUG: race: by a plain flag that is looked at before the lock
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#ifndef N
#define N 5
#endif

class Lazy {
public:
    int get(int index) {
#ifdef BUG
        if (!is_made_) {
            std::lock_guard<std::mutex> held(lock_);
            if (!is_made_) {
                make();
                is_made_ = true;
            }
        }
#else
        std::call_once(once_, [this] { make(); });
#endif
        return squares_[index];
    }

private:
    void make() {
        squares_ = std::make_unique<int[]>(N);
        for (int i = 0; i < N; i++)
            squares_[i] = i * i;
    }
    std::unique_ptr<int[]> squares_;
#ifdef BUG
    std::mutex lock_;
    bool is_made_ = false;
#else
    std::once_flag once_;
#endif
};

int main() {
    Lazy lazy;
    auto use = [&lazy] {
        for (int i = 0; i < N; i++)
            assert(lazy.get(i) == i * i);
    };
    std::thread a(use), b(use);
    a.join();
    b.join();
}
