// CHECK not proved: it is not known whether there are memory errors: the access at
// CONSTRUCT: a stack with a lock in every method: empty() and pop() are two of them
#include <mutex>
#include <stdexcept>
#include <thread>

class Stack {
public:
    void push(int item) {
        std::lock_guard<std::mutex> guard(mutex_);
        items_[size_++] = item;
    }
    bool empty() {
        std::lock_guard<std::mutex> guard(mutex_);
        return size_ == 0;
    }
    bool try_pop(int &item) {
        std::lock_guard<std::mutex> guard(mutex_);
        if (size_ == 0)
            return false;
        item = items_[--size_];
        return true;
    }

private:
    std::mutex mutex_;
    int items_[8] = {};
    int size_ = 0;
};

static void worker(Stack &stack) {
    int item;
    stack.try_pop(item);
}

int main() {
    Stack stack;
    stack.push(1);
    std::thread one(worker, std::ref(stack));
    std::thread two(worker, std::ref(stack));
    one.join();
    two.join();
    return stack.empty() ? 0 : 1;
}
