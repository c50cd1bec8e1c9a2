// CONSTRUCT: an exception unlocks in the middle of an update; the handler repairs it too late for a reader in between
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

struct Ledger {
    std::mutex lock;
    int debit = 0, credit = 0;

    void book(int amount, bool broken) {
        std::lock_guard guard(lock);
        debit += amount;
        if (broken) throw std::runtime_error("no counterpart");
        credit += amount;
    }

    void try_book(int amount, bool broken) {
        try {
            book(amount, broken);
        } catch (const std::runtime_error &) {
            std::lock_guard guard(lock);
            debit -= amount;
        }
    }
};

int main() {
    Ledger ledger;
    std::thread clerk([&] {
        ledger.try_book(10, false);
        ledger.try_book(20, true);
    });
    std::thread auditor([&] {
        std::lock_guard guard(ledger.lock);
        assert(ledger.debit >= ledger.credit); // HOLDS
        assert(ledger.debit == ledger.credit); // FAILS
    });
    clerk.join();
    auditor.join();
    assert(ledger.debit == 10); // HOLDS
    return 0;
}
