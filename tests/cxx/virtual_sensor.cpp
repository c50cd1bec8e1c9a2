// CONSTRUCT: a shared object behind a base class: the override changes its state without a lock
#include <cassert>
#include <memory>
#include <thread>

class Sensor {
public:
    virtual ~Sensor() = default;
    virtual void sample(int value) = 0;
    virtual int samples() const = 0;
};

class Average final : public Sensor {
public:
    void sample(int value) override {
        sum_ += value;
        count_ += 1;
    }
    int samples() const override { return count_; }
    int sum() const { return sum_; }

private:
    int sum_ = 0, count_ = 0;
};

int main() {
    auto average = std::make_unique<Average>();
    Sensor &sensor = *average;
    std::thread a([&] { sensor.sample(4); });
    std::thread b([&] { sensor.sample(6); });
    a.join();
    b.join();
    assert(sensor.samples() >= 1); // HOLDS
    assert(average->sum() == 10); // FAILS
    return 0;
}
