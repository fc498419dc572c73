#include <cstring>
#include <limits>

#include "nodes/decode.hpp"
#include "nodes/write.hpp"
#include "nodes/zlib_memory.hpp"

namespace flatline::engine::nodes {
namespace {

constexpr std::uint64_t kDeflateBytes = 1u << 20;  // zlib 1.2.13 takes 268 KB, zlib-ng more
constexpr int kLevel = 9;                          // as zdbsp does

}  // namespace

std::uint64_t compressed_nodes_bound(std::uint64_t bytes) noexcept {
    // What zlib stores as it is grows by 5 bytes in 16 KB, and by header and checksum; zlib-ng's
    // quickest level may write 9 bits for a byte.
    return kSignatureBytes + bytes + bytes / 8 + 64;
}

Outcome compress_nodes(Bytes lump, const MemoryHooks& hooks, Budget& budget, unsigned char* out,
                       std::uint64_t& size) noexcept {
    const std::uint64_t mark = budget.used();
    const std::uint64_t room = compressed_nodes_bound(lump.size());
    ZlibMemory memory(kDeflateBytes, hooks, budget);
    z_stream stream{};
    memory.serve(stream);
    if (deflateInit(&stream, kLevel) != Z_OK) {
        budget.rewind(mark);
        return memory.refusal();
    }
    std::memcpy(out, lump.data(), kSignatureBytes);
    out[0] = 'Z';
    std::uint64_t taken = kSignatureBytes;
    size = kSignatureBytes;
    int code = Z_OK;
    while (code == Z_OK) {
        const uInt in_bytes = zlib_chunk(lump.size() - taken);
        const uInt out_bytes = zlib_chunk(room - size);
        stream.next_in = lump.data() + taken;
        stream.avail_in = in_bytes;
        stream.next_out = out + size;
        stream.avail_out = out_bytes;
        const bool all = taken + in_bytes == lump.size();
        code = deflate(&stream, all ? Z_FINISH : Z_NO_FLUSH);
        taken += in_bytes - stream.avail_in;
        size += out_bytes - stream.avail_out;
    }
    deflateEnd(&stream);
    budget.rewind(mark);
    return code == Z_STREAM_END ? Outcome::ok : Outcome::out_of_memory;
}

}  // namespace flatline::engine::nodes
