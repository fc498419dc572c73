// What ZIP packs its files by.
#define ZLIB_CONST
#include <zlib.h>

#include <new>

#include "physfs/unpack_stream.hpp"

namespace flatline::engine::physfs {
namespace {

class StoredUnpacker final : public Unpacker {
public:
    explicit StoredUnpacker(PackedInput input) noexcept : input_(input) {}
    std::uint64_t read(unsigned char* out, std::uint64_t size) noexcept override {
        return input_.read(out, size);
    }

private:
    PackedInput input_;
};

class DeflatedUnpacker final : public StreamUnpacker<z_stream> {
public:
    using StreamUnpacker::StreamUnpacker;
    ~DeflatedUnpacker() override {
        if (is_open_) inflateEnd(&stream_);
    }
    bool start() noexcept {
        constexpr int kRawWindow = -15;
        is_open_ = has_buffer() && inflateInit2(&stream_, kRawWindow) == Z_OK;
        return is_open_;
    }

private:
    bool step() noexcept override {
        const int code = inflate(&stream_, Z_NO_FLUSH);
        return code == Z_OK || code == Z_BUF_ERROR;
    }
    bool is_open_ = false;
};

}  // namespace

std::unique_ptr<Unpacker> unpack_stored(File& file, std::uint64_t place,
                                        std::uint64_t packed) noexcept {
    return std::unique_ptr<Unpacker>(new (std::nothrow)
                                         StoredUnpacker(PackedInput(file, place, packed)));
}

std::unique_ptr<Unpacker> unpack_deflated(File& file, std::uint64_t place,
                                          std::uint64_t packed) noexcept {
    std::unique_ptr<DeflatedUnpacker> unpacker(
        new (std::nothrow) DeflatedUnpacker(PackedInput(file, place, packed)));
    if (unpacker == nullptr || !unpacker->start()) return nullptr;
    return unpacker;
}

}  // namespace flatline::engine::physfs
