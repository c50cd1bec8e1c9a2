// A pool of objects that are used again: a free list under a mutex.
// BUG: assertion: an object that is broken is given back twice
#include <cassert>
#include <mutex>
#include <thread>
#ifndef N
#define N 5
#endif

struct Object {
    Object *next = nullptr;
    bool is_used = false;
};

class Objects {
public:
    ~Objects() {
        while (Object *one = free_) {
            free_ = one->next;
            delete one;
        }
    }
    Object *get() {
        std::lock_guard<std::mutex> held(lock_);
        Object *one = free_;
        if (one)
            free_ = one->next;
        else
            one = new Object;
        assert(!one->is_used);
        one->is_used = true;
        return one;
    }
    void give_back(Object *one) {
        std::lock_guard<std::mutex> held(lock_);
        one->is_used = false;
        one->next = free_;
        free_ = one;
    }

private:
    std::mutex lock_;
    Object *free_ = nullptr;
};

int main() {
    Objects objects;
    auto use = [&objects] {
        for (int i = 0; i < N; i++) {
            Object *one = objects.get(), *other = objects.get();
            objects.give_back(one);
            objects.give_back(other);
#ifdef BUG
            if (i == N - 1)
                objects.give_back(one);
#endif
        }
    };
    std::thread a(use), b(use);
    a.join();
    b.join();
}
