#include "table/parquet_chunk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "table/gzip.hpp"
#include "table/parquet_values.hpp"
#include "table/thrift.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kPageRows = 1u << 16;
constexpr std::size_t kPageBytes = 1u << 20;
constexpr std::size_t kDictionaryBytes = 1u << 20;
constexpr std::size_t kDictionaryTexts = 1u << 16;
/// A longer text is no bound: readers skip pages by bounds that they keep in memory.
constexpr std::size_t kLongestBound = 128;

void append_plain_text(std::string& out, std::string_view text) {
    append_plain(out, static_cast<std::uint32_t>(text.size()));
    out += text;
}

/// The bytes that a plain text has in a page.
std::size_t plain_text_bytes(const char* at) {
    std::array<unsigned char, 4> size = {};
    std::memcpy(size.data(), at, size.size());
    return 4 + (std::size_t{size[0]} | std::size_t{size[1]} << 8 | std::size_t{size[2]} << 16 |
                std::size_t{size[3]} << 24);
}

template <class List, class From>
void append_given(List& to, const From& from, const ColumnValues& values, std::size_t first,
                  std::size_t count) {
    using Place = typename List::difference_type;
    if (values.is_constant) {
        to.insert(to.end(), count, from[0]);
    } else if (values.given.empty()) {
        to.insert(to.end(), from.begin() + static_cast<Place>(first),
                  from.begin() + static_cast<Place>(first + count));
    } else {
        for (std::size_t i = first; i < first + count; ++i) {
            if (values.given[i] != 0) to.push_back(from[i]);
        }
    }
}

template <class Number>
std::string plain_of(Number value) {
    std::string bytes;
    append_plain(bytes, value);
    return bytes;
}

}  // namespace

parquet::Physical parquet::physical_of(ValueType type) {
    switch (type) {
        case ValueType::int32:
            return kInt32;
        case ValueType::int64:
            return kInt64;
        case ValueType::real:
            return kDouble;
        case ValueType::boolean:
            return kBoolean;
        case ValueType::text:
        case ValueType::json:
            break;
    }
    return kByteArray;
}

/// A page before it is packed.
struct ParquetChunk::Page {
    std::string body;
    std::size_t values;  ///< nulls among them
    std::int32_t encoding;
    bool is_dictionary;
};

void ParquetChunk::fill_nulls(std::size_t rows) {
    if (rows <= rows_) return;
    if (levels_.empty()) levels_.assign(rows_, 1);
    levels_.resize(rows, 0);
    rows_ = rows;
}

void ParquetChunk::add(const ColumnValues& values, std::size_t first, std::size_t count) {
    if (!values.given.empty() && levels_.empty()) levels_.assign(rows_, 1);
    if (!values.given.empty()) {
        const auto from = values.given.begin() + static_cast<std::ptrdiff_t>(first);
        levels_.insert(levels_.end(), from, from + static_cast<std::ptrdiff_t>(count));
    } else if (!levels_.empty()) {
        levels_.resize(rows_ + count, 1);
    }
    rows_ += count;
    switch (column_->type) {
        case ValueType::int32:
            return append_given(integers_, values.integers, values, first, count);
        case ValueType::int64:
            return append_given(longs_, values.longs, values, first, count);
        case ValueType::real:
            return append_given(reals_, values.reals, values, first, count);
        case ValueType::boolean:
            return append_given(booleans_, values.booleans, values, first, count);
        case ValueType::text:
        case ValueType::json:
            break;
    }
    for (std::size_t i = first; i < first + count; ++i) {
        if (!values.has(i)) continue;
        add_text(values.texts[values.at(i)]);
        if (!values.is_constant || is_plain_) continue;
        add_code(codes_.back(), count - 1);
        return;
    }
}

void ParquetChunk::add_code(std::uint32_t code, std::size_t times) {
    codes_.insert(codes_.end(), times, code);
}

void ParquetChunk::add_text(std::string_view text) {
    // Names come again and again; most often the one before.
    if (!is_plain_ && !codes_.empty() && entries_[codes_.back()] == text) {
        return add_code(codes_.back(), 1);
    }
    if (!is_plain_) {
        const auto known = codes_of_.find(text);
        if (known != codes_of_.end()) return add_code(known->second, 1);
        note_text(text);
        if (entries_.size() < kDictionaryTexts && entry_bytes_ + text.size() <= kDictionaryBytes) {
            const auto code = static_cast<std::uint32_t>(entries_.size());
            entry_bytes_ += text.size() + 4;
            codes_of_.emplace(entries_.emplace_back(text), code);
            return add_code(code, 1);
        }
        leave_dictionary();
    } else {
        note_text(text);
    }
    append_plain_text(plain_, text);
    ++plain_count_;
}

void ParquetChunk::leave_dictionary() {
    is_plain_ = true;
    for (const std::uint32_t code : codes_) append_plain_text(plain_, entries_[code]);
    plain_count_ = codes_.size();
    codes_ = {};
    codes_of_ = {};
    entries_ = {};
    entry_bytes_ = 0;
}

void ParquetChunk::note_text(std::string_view text) {
    if (!least_ || text < *least_) least_ = text;
    if (!most_ || text > *most_) most_ = text;
}

std::size_t ParquetChunk::bytes() const {
    return levels_.size() + integers_.size() * 4 + longs_.size() * 8 + reals_.size() * 8 +
           booleans_.size() + codes_.size() * 4 + entry_bytes_ + plain_.size();
}

/// Calls `append` for each page with the values that it has: those from `first` on.
template <class AppendValues>
void ParquetChunk::add_pages(std::vector<Page>& pages, std::int32_t encoding,
                             const AppendValues& append) const {
    const std::size_t share = rows_ * kPageBytes / std::max<std::size_t>(bytes(), 1);
    const std::size_t step = std::clamp<std::size_t>(share, 1, kPageRows);
    std::size_t first = 0;
    for (std::size_t row = 0; row < rows_; row += step) {
        const std::size_t rows = std::min(step, rows_ - row);
        Page page{{}, rows, encoding, false};
        std::size_t count = rows;
        if (column_->is_nullable) {
            std::vector<std::uint8_t> all;
            if (levels_.empty()) all.assign(rows, 1);
            const std::uint8_t* const levels = levels_.empty() ? all.data() : &levels_[row];
            count = static_cast<std::size_t>(std::count(levels, levels + rows, 1));
            std::string hybrid;
            append_hybrid(hybrid, levels, rows, 1);
            append_plain(page.body, static_cast<std::uint32_t>(hybrid.size()));
            page.body += hybrid;
        }
        append(page.body, first, count);
        first += count;
        pages.push_back(std::move(page));
    }
}

template <class Number>
void ParquetChunk::write_numbers(const std::vector<Number>& list, std::vector<Page>& pages,
                                 ParquetChunkInfo& info) const {
    if (!list.empty()) {
        const auto [least, most] = std::minmax_element(list.begin(), list.end());
        Number low = *least;
        Number high = *most;
        if constexpr (std::is_floating_point_v<Number>) {
            // Of two zeros readers do not know which comes first (parquet.thrift, ColumnOrder).
            if (low == 0) low = -0.0;
            if (high == 0) high = 0.0;
        }
        info.least = plain_of(low);
        info.most = plain_of(high);
    }
    NumberDictionary<Number> dictionary;
    if (!dictionary.make(list)) {
        add_pages(pages, parquet::kPlain,
                  [&](std::string& body, std::size_t first, std::size_t count) {
                      append_plain(body, list.data() + first, count);
                  });
        return;
    }
    Page& page = pages.emplace_back(Page{{}, dictionary.values.size(), parquet::kPlain, true});
    append_plain(page.body, dictionary.values.data(), dictionary.values.size());
    const unsigned bits = bits_below(dictionary.values.size());
    add_pages(pages, parquet::kRleDictionary,
              [&](std::string& body, std::size_t first, std::size_t count) {
                  body += static_cast<char>(bits);
                  append_hybrid(body, dictionary.codes.data() + first, count, bits);
              });
}

void ParquetChunk::write_texts(std::vector<Page>& pages, ParquetChunkInfo& info) const {
    if (least_ && least_->size() <= kLongestBound && most_->size() <= kLongestBound) {
        info.least = least_;
        info.most = most_;
    }
    if (!is_plain_ && !entries_.empty()) {
        Page& page = pages.emplace_back(Page{{}, entries_.size(), parquet::kPlain, true});
        for (const std::string& entry : entries_) append_plain_text(page.body, entry);
        const unsigned bits = bits_below(entries_.size());
        add_pages(pages, parquet::kRleDictionary,
                  [&](std::string& body, std::size_t first, std::size_t count) {
                      body += static_cast<char>(bits);
                      append_hybrid(body, codes_.data() + first, count, bits);
                  });
        return;
    }
    const char* at = plain_.data();
    add_pages(pages, parquet::kPlain, [&](std::string& body, std::size_t, std::size_t count) {
        const char* const begin = at;
        for (; count != 0; --count) at += plain_text_bytes(at);
        body.append(begin, at);
    });
}

namespace {

/// The header of a page of parquet.thrift.
std::string page_header(bool is_dictionary, std::size_t values, std::int32_t encoding,
                        std::size_t uncompressed, std::size_t compressed) {
    constexpr std::int32_t kDataPage = 0;
    constexpr std::int32_t kDictionaryPage = 2;
    std::string bytes;
    ThriftWriter header(bytes);
    header.i32(1, is_dictionary ? kDictionaryPage : kDataPage);
    header.i32(2, static_cast<std::int32_t>(uncompressed));
    header.i32(3, static_cast<std::int32_t>(compressed));
    header.begin_struct(is_dictionary ? 7 : 5);
    header.i32(1, static_cast<std::int32_t>(values));
    header.i32(2, encoding);
    if (!is_dictionary) {
        header.i32(3, parquet::kRle);
        header.i32(4, parquet::kRle);
    }
    header.end_struct();
    header.end();
    return bytes;
}

}  // namespace

ParquetChunkInfo ParquetChunk::write(std::string& out) {
    ParquetChunkInfo info;
    info.rows = rows_;
    info.nulls = static_cast<std::uint64_t>(std::count(levels_.begin(), levels_.end(), 0));
    std::vector<Page> pages;
    switch (column_->type) {
        case ValueType::int32:
            write_numbers(integers_, pages, info);
            break;
        case ValueType::int64:
            write_numbers(longs_, pages, info);
            break;
        case ValueType::real:
            write_numbers(reals_, pages, info);
            break;
        case ValueType::boolean:
            if (!booleans_.empty()) {
                const auto [low, high] = std::minmax_element(booleans_.begin(), booleans_.end());
                info.least = std::string(1, static_cast<char>(*low));
                info.most = std::string(1, static_cast<char>(*high));
            }
            add_pages(pages, parquet::kPlain,
                      [this](std::string& body, std::size_t first, std::size_t count) {
                          append_bits(body, booleans_.data() + first, count, 1);
                      });
            break;
        case ValueType::text:
        case ValueType::json:
            write_texts(pages, info);
            break;
    }
    // All pages of a chunk are packed in one way; packing that saves little costs readers more.
    std::vector<std::string> packed(pages.size());
    std::size_t before = 0;
    std::size_t after = 0;
    bool packs = can_gzip();
    for (std::size_t i = 0; packs && i < pages.size(); ++i) {
        packs = append_gzip(packed[i], pages[i].body);
        before += pages[i].body.size();
        after += packed[i].size();
        // The first page of data tells enough of a long chunk.
        if (!pages[i].is_dictionary) packs = packs && after < before - before / 8;
    }
    bool has_data = false;
    info.codec = packs ? parquet::kGzip : parquet::kUncompressed;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const Page& page = pages[i];
        const std::string& body = packs ? packed[i] : page.body;
        const std::string header = page_header(page.is_dictionary, page.values, page.encoding,
                                               page.body.size(), body.size());
        if (page.is_dictionary) {
            info.dictionary_offset = out.size();
        } else if (!std::exchange(has_data, true)) {
            info.data_offset = out.size();
        }
        out += header;
        out += body;
        info.bytes += header.size() + body.size();
        info.uncompressed_bytes += header.size() + page.body.size();
    }
    info.encodings = {pages.empty() ? parquet::kPlain : pages.back().encoding, parquet::kRle};
    if (info.dictionary_offset) info.encodings.push_back(parquet::kPlain);
    return info;
}

}  // namespace flatline::engine::tool
