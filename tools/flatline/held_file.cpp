#include "held_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace flatline::engine::tool {
namespace {

class HeldFile final : public File {
public:
    explicit HeldFile(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        const std::uint64_t count = std::min<std::uint64_t>(size, bytes_.size() - offset);
        std::memcpy(out, bytes_.data() + offset, static_cast<std::size_t>(count));
        return count;
    }

private:
    std::vector<char> bytes_;
};

}  // namespace

std::unique_ptr<File> held_file(InputFile& file, std::uint64_t most) {
    constexpr std::size_t kPiece = 64u << 10;
    std::vector<char> bytes;
    for (std::size_t got = kPiece; got == kPiece && bytes.size() <= most;) {
        const std::size_t size = bytes.size();
        bytes.resize(size + kPiece);
        got = file.read(bytes.data() + size, kPiece);
        bytes.resize(size + got);
    }
    if (*file.wrong() != '\0') return nullptr;
    return std::make_unique<HeldFile>(std::move(bytes));
}

}  // namespace flatline::engine::tool
