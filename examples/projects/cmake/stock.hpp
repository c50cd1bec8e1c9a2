#pragma once
#include <map>
#include <mutex>
#include <string>

class Stock {
  public:
    explicit Stock(std::map<std::string, int> pieces) : pieces_(std::move(pieces)) {}
    int count(const std::string &name) const;
    void put(const std::string &name, int count);
    /* Takes so many pieces if there are as many; says whether it did. */
    bool take(const std::string &name, int wanted);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, int> pieces_;
};
