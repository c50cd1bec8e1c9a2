// CHECK proved
// CONSTRUCT: a quota under a shared mutex: read with a shared lock, used with a unique one
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Quota {
public:
    explicit Quota(int bytes) : left_(bytes) {}
    int left() const {
        std::shared_lock lock(mutex_);
        return left_;
    }
    bool use(int bytes) {
        std::unique_lock lock(mutex_);
        if (left_ < bytes)
            return false;
        left_ -= bytes;
        return true;
    }

private:
    mutable std::shared_mutex mutex_;
    int left_;
};

static void upload(Quota &quota, int bytes) {
    quota.use(bytes);
}

int main() {
    Quota quota(1000);
    std::thread film(upload, std::ref(quota), 800);
    std::thread photo(upload, std::ref(quota), 300);
    film.join();
    photo.join();
    if (quota.left() < 0) {
        std::cerr << "over quota by " << -quota.left() << '\n';
        return 4;
    }
}
