// batch/twins.hpp: files with the same bytes, of which the run looks only at the first.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

namespace flatline::engine::tool {

/// What workers know of the files of a run by their SHA-256. They ask in any order, and two may
/// look at the same bytes; FirstFiles decides which of these are reported. Any thread.
class Twins {
public:
    /// True if a file before number `index` has these bytes, as far as workers met them: then
    /// this one needs no work.
    bool has_earlier(const std::string& sha256, std::size_t index) {
        return is_later(met_, sha256, index);
    }
    /// A worker has looked at these bytes in file number `index`, or in a file inside it.
    void tell(const std::string& sha256, std::size_t index) { is_later(reported_, sha256, index); }
    /// True if a worker has done so in an earlier file.
    bool has_reported(const std::string& sha256, std::size_t index) {
        const std::lock_guard lock(mutex_);
        const auto known = reported_.find(sha256);
        return known != reported_.end() && known->second < index;
    }

private:
    using Numbers = std::unordered_map<std::string, std::size_t>;

    /// Keeps the least number of each. True if that is less than `index`.
    bool is_later(Numbers& numbers, const std::string& sha256, std::size_t index) {
        const std::lock_guard lock(mutex_);
        const auto [at, is_new] = numbers.try_emplace(sha256, index);
        if (at->second < index) return true;
        at->second = index;
        return false;
    }

    std::mutex mutex_;
    Numbers met_;
    Numbers reported_;
};

/// The first file with each SHA-256, in the order of files, which is the same for every number of
/// threads. One thread.
class FirstFiles {
public:
    /// The path of the first file with these bytes; null if there is none, and then this one is it
    /// if it `was_looked_at`.
    const std::string* first(const std::string& sha256, const std::string& path,
                             bool was_looked_at) {
        const auto known = paths_.find(sha256);
        if (known != paths_.end()) return &known->second;
        if (was_looked_at) paths_.emplace(sha256, path);
        return nullptr;
    }

private:
    std::unordered_map<std::string, std::string> paths_;
};

}  // namespace flatline::engine::tool
