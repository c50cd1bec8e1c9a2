// CHECK proved
// CONSTRUCT: a node is removed by who finds it in the list: deleted twice
#include <mutex>
#include <thread>

struct Node {
    explicit Node(int key) : key(key) {}
    int key;
};

class Slot {
public:
    explicit Slot(int key) : node_(new Node(key)) {}
    Node *find() {
        std::lock_guard<std::mutex> guard(mutex_);
        return node_;
    }
    Node *take() {
        std::lock_guard<std::mutex> guard(mutex_);
        Node *taken = node_;
        node_ = nullptr;
        return taken;
    }

private:
    std::mutex mutex_;
    Node *node_;
};

static void remove_from(Slot &slot) {
    delete slot.take();
}

int main() {
    Slot slot(3);
    std::thread one(remove_from, std::ref(slot));
    std::thread two(remove_from, std::ref(slot));
    one.join();
    two.join();
    return slot.find() == nullptr ? 0 : 1;
}
