#include "table/gzip.hpp"

#include <cstddef>
#include <memory>

// libdeflate is several times as fast; zlib is where it is not.
#if defined(FLATLINE_TOOL_LIBDEFLATE)
#include <libdeflate.h>
#elif defined(FLATLINE_TOOL_ZLIB)
#include <zlib.h>
#endif

namespace flatline::engine::tool {
namespace {

// The pages are short for their type already; more work makes them little shorter.
[[maybe_unused]] constexpr int kGzipLevel = 1;

}  // namespace

#if defined(FLATLINE_TOOL_LIBDEFLATE)

bool can_gzip() { return true; }

bool append_gzip(std::string& out, std::string_view bytes) {
    struct Free {
        void operator()(libdeflate_compressor* compressor) const {
            libdeflate_free_compressor(compressor);
        }
    };
    const std::unique_ptr<libdeflate_compressor, Free> compressor(
        libdeflate_alloc_compressor(kGzipLevel));
    if (compressor == nullptr) return false;
    const std::size_t begin = out.size();
    out.resize(begin + libdeflate_gzip_compress_bound(compressor.get(), bytes.size()));
    const std::size_t size = libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(),
                                                      out.data() + begin, out.size() - begin);
    out.resize(begin + size);
    return size != 0;
}

#elif defined(FLATLINE_TOOL_ZLIB)

bool can_gzip() { return true; }

bool append_gzip(std::string& out, std::string_view bytes) {
    constexpr int kGzipWindow = 15 + 16;
    constexpr int kMemory = 8;
    z_stream stream = {};
    if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        return false;
    }
    const std::size_t begin = out.size();
    out.resize(begin + deflateBound(&stream, static_cast<uLong>(bytes.size())));
    // zlib does not write what it reads.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + begin);
    stream.avail_out = static_cast<uInt>(out.size() - begin);
    const bool ended = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    out.resize(begin + stream.total_out);
    deflateEnd(&stream);
    return ended;
}

#else

bool can_gzip() { return false; }

bool append_gzip(std::string&, std::string_view) { return false; }

#endif

}  // namespace flatline::engine::tool
