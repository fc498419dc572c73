#include "physfs/seven_zip_header.hpp"

#include <algorithm>
#include <cstring>

#include "base/cursor.hpp"

namespace flatline::engine::physfs::seven_zip {
namespace {

enum Id : std::uint64_t {
    kEnd = 0x00,
    kHeader = 0x01,
    kArchiveProperties = 0x02,
    kAdditionalStreams = 0x03,
    kMainStreams = 0x04,
    kFilesInfo = 0x05,
    kPackInfo = 0x06,
    kUnpackInfo = 0x07,
    kSubStreams = 0x08,
    kSize = 0x09,
    kCrc = 0x0A,
    kFolder = 0x0B,
    kUnpackSize = 0x0C,
    kStreamCount = 0x0D,
    kEmptyStream = 0x0E,
    kEmptyFile = 0x0F,
    kNames = 0x11,
    kAttributes = 0x15,
    kPackedHeader = 0x17,
};

constexpr std::uint64_t kMostCoders = 8;  // of a block, and inputs or outputs of one

/// Reads one header. A method returns false with the state set.
class SevenZipHeaderReader {
public:
    SevenZipHeaderReader(Bytes header, std::uint64_t file_size, std::uint64_t most,
                         Streams& streams, Files& files) noexcept
        : cursor_(header), file_size_(file_size), most_(most), streams_(streams), files_(files) {}

    HeaderState run() noexcept {
        std::uint64_t id = 0;
        if (!number(id)) return state_;
        if (id == kPackedHeader) {
            if (!streams_info()) return state_;
            return streams_.blocks.size() == 1 ? HeaderState::packed : HeaderState::damaged;
        }
        if (id != kHeader) return HeaderState::damaged;
        return header() ? HeaderState::ok : state_;
    }

private:
    bool fail(HeaderState state = HeaderState::damaged) noexcept {
        state_ = state;
        return false;
    }
    /// Seven bits of the first byte say how many follow.
    bool number(std::uint64_t& out) noexcept {
        std::uint8_t first = 0;
        if (!cursor_.u8(first)) return fail();
        out = 0;
        unsigned mask = 0x80;
        for (unsigned i = 0; i < 8; ++i, mask >>= 1) {
            if ((first & mask) == 0) {
                out |= std::uint64_t{first & (mask - 1)} << (8 * i);
                return true;
            }
            std::uint8_t next = 0;
            if (!cursor_.u8(next)) return fail();
            out |= std::uint64_t{next} << (8 * i);
        }
        return true;
    }
    /// A number of things of which each takes a byte of the header at least.
    bool count(std::uint64_t& out) noexcept {
        if (!number(out)) return false;
        if (out > cursor_.left()) return fail();
        return out <= most_ || fail(HeaderState::too_many);
    }
    bool skip(std::uint64_t bytes) noexcept { return cursor_.skip(bytes) || fail(); }
    bool is_inside() noexcept {
        std::uint8_t external = 0;
        return (cursor_.u8(external) && external == 0) || fail();
    }

    bool header() noexcept {
        std::uint64_t id = 0;
        if (!number(id)) return false;
        if (id == kArchiveProperties) {
            std::uint64_t bytes = 0;
            for (;;) {
                if (!number(id)) return false;
                if (id == kEnd) break;
                if (!number(bytes) || !skip(bytes)) return false;
            }
            if (!number(id)) return false;
        }
        if (id == kAdditionalStreams) return fail();  // 7-Zip itself has no use for them
        if (id == kMainStreams) {
            if (!streams_info() || !number(id)) return false;
        }
        if (id == kFilesInfo) return files_info();
        return id == kEnd || fail();
    }

    // ---- Streams -------------------------------------------------------------------------------

    bool streams_info() noexcept {
        std::uint64_t last = 0;  // each section once, in this order
        for (;;) {
            std::uint64_t id = 0;
            if (!number(id)) return false;
            if (id == kEnd) break;
            if (id <= last) return fail();
            const bool is_good = id == kPackInfo     ? pack_info()
                                 : id == kUnpackInfo ? unpack_info()
                                 : id == kSubStreams ? sub_streams()
                                                     : fail();
            if (!is_good) return false;
            last = id;
        }
        return place_blocks() && (last == kSubStreams || add_streams(false));
    }

    bool pack_info() noexcept {
        std::uint64_t packs = 0;
        if (!number(pack_place_) || !count(packs)) return false;
        for (;;) {
            std::uint64_t id = 0;
            if (!number(id)) return false;
            if (id == kEnd) return true;
            if (id == kCrc) {
                if (!digests(packs, [](std::uint64_t, std::uint32_t) {})) return false;
                continue;
            }
            if (id != kSize) return fail();
            for (std::uint64_t i = 0; i < packs; ++i) {
                std::uint64_t size = 0;
                if (!number(size)) return false;
                if (!pack_sizes_.push(size)) return fail(HeaderState::no_memory);
            }
        }
    }

    /// Calls take(i, crc) for those of `size` things that have one.
    template <class Take>
    bool digests(std::uint64_t size, Take&& take) noexcept {
        std::uint8_t all = 0;
        Bytes bits;
        if (!cursor_.u8(all) || (all == 0 && !cursor_.take((size + 7) / 8, bits))) return fail();
        for (std::uint64_t i = 0; i < size; ++i) {
            std::uint32_t crc = 0;
            if (all == 0 && !bit(bits, i)) continue;
            if (!cursor_.u32(crc)) return fail();
            take(i, crc);
        }
        return true;
    }

    bool unpack_info() noexcept {
        std::uint64_t id = 0;
        std::uint64_t blocks = 0;
        if (!number(id) || id != kFolder || !count(blocks)) {
            return fail(state_);
        }
        if (!is_inside()) return false;
        for (std::uint64_t i = 0; i < blocks; ++i) {
            if (!block()) return false;
        }
        if (!number(id) || id != kUnpackSize || !unpack_sizes()) return fail(state_);
        for (;;) {
            if (!number(id)) return false;
            if (id == kEnd) return true;
            const auto take = [&](std::uint64_t i, std::uint32_t crc) {
                Block& block = streams_.blocks[static_cast<std::size_t>(i)];
                block.crc = crc;
                block.has_crc = true;
            };
            if (id != kCrc || !digests(blocks, take)) return fail(state_);
        }
    }

    struct RawCoder {
        Coder coder;
        std::uint64_t inputs = 1;
        std::uint64_t outputs = 1;
    };

    bool coder(RawCoder& out) noexcept {
        std::uint8_t flags = 0;
        Bytes bytes;
        if (!cursor_.u8(flags) || !cursor_.take(flags & 0x0F, bytes) || bytes.size() > 8) {
            return fail();
        }
        for (const unsigned char byte : bytes) out.coder.id = out.coder.id << 8 | byte;
        if ((flags & 0x10) != 0 && (!number(out.inputs) || !number(out.outputs))) return false;
        if (out.inputs > kMostCoders || out.outputs > kMostCoders) return fail();
        if ((flags & 0x20) == 0) return true;
        std::uint64_t size = 0;
        if (!number(size)) return false;
        if (!cursor_.take(size, bytes)) return fail();
        out.coder.property_count = static_cast<std::uint8_t>(std::min<std::size_t>(size, 255));
        std::memcpy(out.coder.properties, bytes.data(),
                    std::min<std::size_t>(bytes.size(), Coder::kMostProperties));
        return true;
    }

    struct Bond {
        std::uint64_t input;
        std::uint64_t output;
    };

    bool block() noexcept {
        RawCoder coders[kMostCoders];
        Bond bonds[kMostCoders * kMostCoders];
        std::uint64_t coder_count = 0;
        if (!number(coder_count)) return false;
        if (coder_count > kMostCoders) return fail();
        std::uint64_t inputs = 0;
        std::uint64_t outputs = 0;
        Block out;
        for (std::uint64_t i = 0; i < coder_count; ++i) {
            if (!coder(coders[i])) return false;
            inputs += coders[i].inputs;
            outputs += coders[i].outputs;
            out.is_chain = out.is_chain && coders[i].inputs == 1 && coders[i].outputs == 1;
        }
        if (outputs == 0 || inputs < outputs - 1) return fail();
        const std::uint64_t bond_count = outputs - 1;
        for (std::uint64_t i = 0; i < bond_count; ++i) {
            if (!number(bonds[i].input) || !number(bonds[i].output)) return false;
            if (bonds[i].input >= inputs || bonds[i].output >= outputs) return fail();
        }
        const std::uint64_t packs = inputs - bond_count;
        std::uint64_t ignored = 0;
        for (std::uint64_t i = 0; packs > 1 && i < packs; ++i) {
            if (!number(ignored)) return false;
        }
        out.pack_streams = static_cast<std::uint32_t>(packs);
        out.first_coder = static_cast<std::uint32_t>(streams_.coders.size());
        std::uint64_t last = 0;  // the output that nothing takes is the block's
        while (std::any_of(bonds, bonds + bond_count,
                           [&](const Bond& bond) { return bond.output == last; })) {
            ++last;  // there are fewer bonds than outputs
        }
        if (!out_streams_.push({outputs, last})) return fail(HeaderState::no_memory);
        return add_coders(coders, coder_count, bonds, bond_count, last, out);
    }

    // From the one whose output is the block's to the one that reads the file.
    bool add_coders(const RawCoder* coders, std::uint64_t coder_count, const Bond* bonds,
                    std::uint64_t bond_count, std::uint64_t last, Block& out) noexcept {
        if (!out.is_chain) {
            // The first that has several inputs names what is not read.
            std::uint64_t which = 0;
            while (coders[which].inputs == 1 && coders[which].outputs == 1) ++which;
            if (!streams_.coders.push(coders[which].coder)) return fail(HeaderState::no_memory);
            out.coder_count = 1;
        } else {
            for (std::uint64_t at = last, i = 0;; ++i) {
                if (i == coder_count) return fail();  // in a ring
                if (!streams_.coders.push(coders[at].coder)) return fail(HeaderState::no_memory);
                ++out.coder_count;
                const Bond* bond = std::find_if(bonds, bonds + bond_count,
                                                [&](const Bond& b) { return b.input == at; });
                if (bond == bonds + bond_count) break;
                at = bond->output;
            }
            if (out.coder_count != coder_count) return fail();
        }
        return streams_.blocks.push(out) || fail(HeaderState::no_memory);
    }

    bool unpack_sizes() noexcept {
        for (Block& block : streams_.blocks) {
            const OutStreams& out =
                out_streams_[static_cast<std::size_t>(&block - streams_.blocks.data())];
            for (std::uint64_t i = 0; i < out.count; ++i) {
                std::uint64_t size = 0;
                if (!number(size)) return false;
                if (i == out.last) block.size = size;
            }
        }
        return true;
    }

    // Packed streams stand one after the other, those of a block in a row.
    bool place_blocks() noexcept {
        std::uint64_t place = kStartBytes + pack_place_;
        if (place < pack_place_) return fail();
        std::size_t pack = 0;
        for (Block& block : streams_.blocks) {
            block.place = place;
            block.packed = 0;
            for (std::uint32_t i = 0; i < block.pack_streams; ++i, ++pack) {
                if (pack == pack_sizes_.size()) return fail();
                const std::uint64_t size = pack_sizes_[pack];
                if (place > file_size_ || size > file_size_ - place) return fail();
                place += size;
                block.packed += size;
            }
        }
        return true;
    }

    bool sub_streams() noexcept {
        std::uint64_t id = 0;
        if (!number(id)) return false;
        if (id == kStreamCount) {
            std::uint64_t total = 0;
            for (Block& block : streams_.blocks) {
                std::uint64_t streams = 0;
                if (!number(streams)) return false;
                total += std::min(streams, most_ + 1);
                if (total > most_) return fail(HeaderState::too_many);
                block.streams = static_cast<std::uint32_t>(streams);
            }
            if (!number(id)) return false;
        }
        const bool has_sizes = id == kSize;
        if (!add_streams(has_sizes) || (has_sizes && !number(id))) return false;
        if (id == kCrc && (!stream_digests() || !number(id))) return false;
        return id == kEnd || fail();
    }

    // The last stream of a block has what the others leave of it.
    bool add_streams(bool has_sizes) noexcept {
        for (const Block& block : streams_.blocks) {
            Stream stream;
            stream.block = static_cast<std::uint32_t>(&block - streams_.blocks.data());
            if (block.streams > 1 && !has_sizes) return fail();
            for (std::uint32_t i = 0; i < block.streams; ++i) {
                stream.size = block.size - stream.place;
                if (i + 1 < block.streams) {
                    std::uint64_t size = 0;
                    if (!number(size)) return false;
                    if (size > stream.size) return fail();
                    stream.size = size;
                }
                stream.has_crc = block.streams == 1 && block.has_crc;
                stream.crc = block.crc;
                if (!streams_.streams.push(stream)) return fail(HeaderState::no_memory);
                stream.place += stream.size;
            }
        }
        return true;
    }

    // Of those streams whose block has none of its own.
    bool stream_digests() noexcept {
        List<std::size_t> without(streams_.memory);
        for (std::size_t i = 0; i < streams_.streams.size(); ++i) {
            if (!streams_.streams[i].has_crc && !without.push(i)) {
                return fail(HeaderState::no_memory);
            }
        }
        return digests(without.size(), [&](std::uint64_t i, std::uint32_t crc) {
            Stream& stream = streams_.streams[without[static_cast<std::size_t>(i)]];
            stream.crc = crc;
            stream.has_crc = true;
        });
    }

    // ---- Files ---------------------------------------------------------------------------------

    bool files_info() noexcept {
        if (!count(files_.count)) return false;
        for (;;) {
            std::uint64_t id = 0;
            std::uint64_t size = 0;
            Bytes bytes;
            if (!number(id)) return false;
            if (id == kEnd) return true;
            if (!number(size)) return false;
            if (!cursor_.take(size, bytes)) return fail();
            if (id == kEmptyStream) files_.empty_stream = bytes;
            if (id == kEmptyFile) files_.empty_file = bytes;
            // Both begin with whether they lie elsewhere, which 7-Zip never writes; attributes
            // before that with whether all files have some.
            if (id == kNames && !(bytes.size() != 0 && bytes[0] == 0)) return fail();
            if (id == kNames) files_.names = {bytes.data() + 1, bytes.size() - 1};
            const bool has_all = bytes.size() > 2 && bytes[0] != 0 && bytes[1] == 0;
            if (id == kAttributes && has_all) {
                files_.attributes = {bytes.data() + 2, bytes.size() - 2};
            }
        }
    }

    struct OutStreams {
        std::uint64_t count;
        std::uint64_t last;  ///< the one that is the block's
    };

    Cursor cursor_;
    std::uint64_t file_size_;
    std::uint64_t most_;
    Streams& streams_;
    Files& files_;
    HeaderState state_ = HeaderState::damaged;
    std::uint64_t pack_place_ = 0;
    List<std::uint64_t> pack_sizes_{streams_.memory};
    List<OutStreams> out_streams_{streams_.memory};
};

}  // namespace

HeaderState read_header(Bytes header, std::uint64_t file_size, std::uint64_t most, Streams& streams,
                        Files& files) noexcept {
    return SevenZipHeaderReader(header, file_size, most, streams, files).run();
}

bool next_name(Cursor& names, List<char>& out, bool& no_memory) noexcept {
    const auto put = [&](std::uint32_t c) {
        char bytes[4];
        std::size_t count = 0;
        if (c < 0x80) {
            bytes[count++] = static_cast<char>(c);
        } else {
            if (c >= 0x10000) bytes[count++] = static_cast<char>(0xF0 | c >> 18);
            if (c >= 0x800) {
                bytes[count] =
                    static_cast<char>(c >= 0x10000 ? 0x80 | (c >> 12 & 0x3F) : 0xE0 | c >> 12);
                ++count;
            }
            bytes[count] = static_cast<char>(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6);
            ++count;
            bytes[count++] = static_cast<char>(0x80 | (c & 0x3F));
        }
        return out.append(bytes, count);
    };
    constexpr std::uint32_t kReplacement = 0xFFFD;
    out.truncate(0);
    std::uint16_t unit = 0;
    while (names.u16(unit)) {
        if (unit == 0) return true;
        std::uint32_t c = unit;
        if (unit >= 0xD800 && unit < 0xE000) {
            Cursor ahead = names;
            std::uint16_t low = 0;
            const bool is_pair = unit < 0xDC00 && ahead.u16(low) && low >= 0xDC00 && low < 0xE000;
            c = is_pair ? 0x10000 + ((unit - 0xD800u) << 10) + (low - 0xDC00u) : kReplacement;
            if (is_pair) names = ahead;
        }
        no_memory = !put(c);
        if (no_memory) return false;
    }
    return false;
}

}  // namespace flatline::engine::physfs::seven_zip
