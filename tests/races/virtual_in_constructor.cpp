// CONSTRUCT: a base class starts a thread that calls a virtual function while the derived class is being made
#include <thread>

static int calls;

class Worker {
  public:
    Worker() : thread_([this] { step(); }) {} // RACE!
    virtual ~Worker() { thread_.join(); } // RACE!
    virtual void step() { calls++; }

  private:
    std::thread thread_;
};

class Counter : public Worker {
  public:
    Counter() {} // RACE!
    void step() override { calls += 2; }
};

int main() {
    Counter counter;
    return 0;
}
