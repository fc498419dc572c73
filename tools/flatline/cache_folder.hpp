// cache_folder.hpp: the files of a cache: each is written as a whole and never changed, and any
// number of processes may use the folder at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "model/buffer.hpp"
#include "model/write.hpp"

namespace flatline::engine::tool {

/// A folder with entries by name, the bytes of all of them bounded. Any thread.
class CacheFolder {
public:
    CacheFolder(std::string path, std::uint64_t limit) : path_(std::move(path)), limit_(limit) {}
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;

    /// The bytes of an entry; without any where there is none, where it is longer than `most`, and
    /// where it cannot be read.
    Buffer read(const std::string& name, std::uint64_t most) const;
    /// Writes an entry in the place of one that may be there: the bytes that `give` gives the sink.
    /// Nothing is written unless it ends with Status::ok.
    void write(const std::string& name, const std::function<Status(const Sink&)>& give);
    /// Removes the entries that were written first until the others are within the limit.
    void make_room();

    const std::string& path() const { return path_; }
    /// The errno of the first write or removal that failed, or 0.
    int error() const;

private:
    std::string file_of(const std::string& name) const;
    bool write_file(const std::string& name, const std::function<Status(const Sink&)>& give);
    void keep_error(int error);

    const std::string path_;
    const std::uint64_t limit_;
    std::atomic<unsigned> parts_{0};
    mutable std::mutex mutex_;
    int error_ = 0;
};

}  // namespace flatline::engine::tool
