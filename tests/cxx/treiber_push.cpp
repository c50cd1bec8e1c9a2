// CONSTRUCT: a lock-free stack: nodes pushed with a compare_exchange loop are all there
#include <atomic>
#include <cassert>
#include <thread>

template <typename T>
class Stack {
public:
    void push(T value) {
        Node *node = new Node{value, head_.load(std::memory_order_relaxed)};
        while (!head_.compare_exchange_weak(node->next, node)) {
        }
    }

    T sum() const {
        T sum{};
        for (Node *node = head_.load(); node; node = node->next) sum += node->value;
        return sum;
    }

private:
    struct Node {
        T value;
        Node *next;
    };
    std::atomic<Node *> head_{nullptr};
};

int main() {
    Stack<int> stack;
    std::thread a([&] { stack.push(1); });
    std::thread b([&] { stack.push(2); });
    a.join();
    b.join();
    assert(stack.sum() == 3); // HOLDS
    return 0;
}
