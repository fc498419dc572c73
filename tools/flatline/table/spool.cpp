#include "table/spool.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kSpoolBlock = 1u << 20;
constexpr std::size_t kSizeBytes = sizeof(std::uint64_t);

/// Reads as many bytes as are wanted. False with errno where they do not come.
bool read_exactly(int descriptor, char* out, std::size_t size) {
    while (size != 0) {
        const std::int64_t got = read_some(descriptor, out, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
            if (got == 0) errno = EIO;
            return false;
        }
        out += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace

void BatchSpool::add(const RowBatch& batch) {
    if (error_ != 0) return;
    bytes_.clear();
    append_batch(bytes_, batch, columns_);
    kept_bytes_ += bytes_.size();
    kept_.emplace_back(bytes_);
    if (kept_bytes_ > held_ || out_) move_to_file();
}

void BatchSpool::move_to_file() {
    if (!out_) {
        file_.reset(create_nameless());
        if (file_ == nullptr) {
            error_ = errno;
            return;
        }
        out_ = std::make_unique<Output>(descriptor_of(file_.get()), kSpoolBlock);
    }
    for (; !kept_.empty(); kept_.pop_front()) {
        const std::uint64_t size = kept_.front().size();
        out_->write({reinterpret_cast<const char*>(&size), kSizeBytes});
        out_->write(kept_.front());
        ++in_file_;
    }
    kept_bytes_ = 0;
    error_ = out_->error();
}

int BatchSpool::take_all(const std::function<bool(RowBatch&)>& use) {
    if (error_ != 0) return error_;
    if (out_) return take_from_file(use);
    for (; !kept_.empty(); kept_.pop_front()) {
        read_batch(kept_.front(), batch_, columns_);
        if (!use(batch_)) break;
    }
    return 0;
}

int BatchSpool::take_from_file(const std::function<bool(RowBatch&)>& use) {
    out_->flush();
    const int descriptor = descriptor_of(file_.get());
    if (out_->failed()) return out_->error();
    if (!rewind_descriptor(descriptor)) return errno;
    for (; in_file_ != 0; --in_file_) {
        std::uint64_t size = 0;
        if (!read_exactly(descriptor, reinterpret_cast<char*>(&size), kSizeBytes)) return errno;
        bytes_.resize(static_cast<std::size_t>(size));
        if (!read_exactly(descriptor, bytes_.data(), bytes_.size())) return errno;
        read_batch(bytes_, batch_, columns_);
        if (!use(batch_)) break;
    }
    return 0;
}

}  // namespace flatline::engine::tool
