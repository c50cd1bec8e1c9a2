#pragma once
#include <mutex>

template <typename Key, int Size>
class Stock {
public:
    int count(Key key) {
        std::lock_guard guard(lock_);
        return counts_[key];
    }

    void set(Key key, int count) {
        std::lock_guard guard(lock_);
        counts_[key] = count;
    }

private:
    std::mutex lock_;
    int counts_[Size] = {};
};

inline Stock<int, 4> stock;

void deliver(int key, int count);
