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
    const std::size_t begin = bytes_.size();
    bytes_.append(kSizeBytes, '\0');
    append_batch(bytes_, batch, columns_);
    const std::uint64_t size = bytes_.size() - begin - kSizeBytes;
    std::memcpy(bytes_.data() + begin, &size, kSizeBytes);
    ++left_;
    if (bytes_.size() > held_ || out_) move_to_file();
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
    out_->write(bytes_);
    bytes_.clear();
    error_ = out_->error();
}

bool BatchSpool::use_next(std::string_view& bytes, const std::function<bool(RowBatch&)>& use) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), kSizeBytes);
    read_batch(bytes.substr(kSizeBytes, static_cast<std::size_t>(size)), batch_, columns_);
    bytes.remove_prefix(kSizeBytes + static_cast<std::size_t>(size));
    return use(batch_);
}

int BatchSpool::take_all(const std::function<bool(RowBatch&)>& use) {
    if (error_ != 0) return error_;
    std::string_view rest = bytes_;
    if (!out_) {
        while (!rest.empty() && use_next(rest, use)) {
        }
        return 0;
    }
    out_->flush();
    const int descriptor = descriptor_of(file_.get());
    if (out_->failed() || !rewind_descriptor(descriptor))
        return out_->failed() ? out_->error() : errno;
    for (std::string record(kSizeBytes, '\0'); left_ != 0; --left_) {
        record.resize(kSizeBytes);
        if (!read_exactly(descriptor, record.data(), kSizeBytes)) return errno;
        std::uint64_t size = 0;
        std::memcpy(&size, record.data(), kSizeBytes);
        record.resize(kSizeBytes + static_cast<std::size_t>(size));
        if (!read_exactly(descriptor, record.data() + kSizeBytes, static_cast<std::size_t>(size))) {
            return errno;
        }
        std::string_view one = record;
        if (!use_next(one, use)) break;
    }
    return 0;
}

}  // namespace flatline::engine::tool
