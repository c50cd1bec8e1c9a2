// CONSTRUCT: operator++ of a class, CRTP mix-in, on an object that looks atomic and is not
#include <cassert>
#include <thread>

template <typename Derived>
struct Incrementable {
    Derived &operator++() {
        Derived &self = static_cast<Derived &>(*this);
        self.set(self.get() + 1);
        return self;
    }
    Derived operator++(int) {
        Derived before = static_cast<Derived &>(*this);
        ++*this;
        return before;
    }
};

class Counter : public Incrementable<Counter> {
public:
    int get() const { return value_; }
    void set(int value) { value_ = value; }
    bool operator==(int value) const { return value_ == value; }

private:
    int value_ = 0;
};

int main() {
    Counter counter;
    std::thread a([&] { ++counter; });
    std::thread b([&] { counter++; });
    a.join();
    b.join();
    assert(!(counter == 0)); // HOLDS
    assert(counter == 2); // FAILS
    return 0;
}
