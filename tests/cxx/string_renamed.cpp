// CONSTRUCT: a name is changed in two critical sections, with a version beside it: a reader sees the half-changed name
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

class Person {
public:
    void rename(const std::string &first, const std::string &last) {
        {
            std::lock_guard guard(lock_);
            first_ = first;
            first_version_ += 1;
        }
        std::lock_guard guard(lock_);
        last_ = last;
        last_version_ += 1;
    }

    std::string name() {
        std::lock_guard guard(lock_);
        assert(first_version_ >= last_version_); // HOLDS
        assert(first_version_ == last_version_); // FAILS
        return first_ + " " + last_;
    }

private:
    std::mutex lock_;
    std::string first_ = "Ada", last_ = "Byron";
    int first_version_ = 0, last_version_ = 0;
};

int main() {
    Person person;
    std::thread writer([&] { person.rename("Augusta", "King"); });
    std::thread reader([&] { person.name(); });
    writer.join();
    reader.join();
    return 0;
}
