// Writes binary data to a sink in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bytes.hpp"
#include "model/view.hpp"
#include "model/write.hpp"

namespace flatline::engine::write {

/// Gathers small pieces and hands large ones over as they are. Once the sink has said no,
/// everything is thrown away.
class ByteStream {
public:
    explicit ByteStream(const Sink& sink) noexcept : sink_(sink) {}
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;

    void put(Bytes bytes) noexcept {
        if (bytes.size() > sizeof chunk_ - size_) flush();
        if (bytes.size() > sizeof chunk_) {
            send(bytes);
        } else if (!bytes.empty()) {
            std::memcpy(chunk_ + size_, bytes.data(), bytes.size());
            size_ += bytes.size();
        }
    }
    /// The low 16 bits.
    void u16(std::uint32_t value) noexcept { put_word(static_cast<std::uint16_t>(value)); }
    void u32(std::uint32_t value) noexcept { put_word(value); }
    /// Hands over what is left. False if the sink did not take everything.
    [[nodiscard]] bool finish() noexcept {
        flush();
        return !failed_;
    }
    bool failed() const noexcept { return failed_; }
    std::uint64_t written() const noexcept { return written_; }

private:
    template <class Word>
    void put_word(Word word) noexcept {
        unsigned char bytes[sizeof word];
        store_le(bytes, word);
        put({bytes, sizeof bytes});
    }
    void flush() noexcept {
        send({chunk_, size_});
        size_ = 0;
    }
    void send(Bytes bytes) noexcept {
        if (bytes.empty() || failed_) return;
        failed_ = sink_.write == nullptr || !sink_.write(sink_.context, bytes.data(), bytes.size());
        if (!failed_) written_ += bytes.size();
    }

    const Sink& sink_;
    std::uint64_t written_ = 0;
    bool failed_ = false;
    std::size_t size_ = 0;
    unsigned char chunk_[4096];
};

}  // namespace flatline::engine::write
