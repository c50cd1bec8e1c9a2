#pragma once
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>

template <typename T>
class Channel {
public:
    void send(T value) {
        std::lock_guard guard(lock_);
        values_.push_back(std::move(value));
        changed_.notify_one();
    }

    void close() {
        std::lock_guard guard(lock_);
        closed_ = true;
        changed_.notify_all();
    }

    std::optional<T> receive() {
        std::unique_lock held(lock_);
        changed_.wait(held, [this] { return closed_ || !values_.empty(); });
        if (values_.empty()) return std::nullopt;
        T value = std::move(values_.front());
        values_.pop_front();
        return value;
    }

private:
    std::mutex lock_;
    std::condition_variable changed_;
    std::list<T> values_;
    bool closed_ = false;
};

int sum_of(Channel<int> &channel);
