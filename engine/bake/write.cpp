// Writes a baked file: once into its checksum, then to the sink.
#include <cstring>

#include "bake/format.hpp"
#include "bake/hash.hpp"
#include "bake/texts.hpp"
#include "bake/verify.hpp"
#include "flatline/version.h"
#include "load/doom3_storage.hpp"
#include "load/map_storage.hpp"

namespace flatline::engine {
namespace bake {
namespace {

// Gathers small pieces and hands them on.
class BakeOut {
public:
    explicit BakeOut(const Sink& sink) noexcept : sink_(sink) {}
    BakeOut(const BakeOut&) = delete;
    BakeOut& operator=(const BakeOut&) = delete;

    void put(const void* bytes, std::uint64_t size) noexcept {
        if (size == 0) return;
        const auto* from = static_cast<const unsigned char*>(bytes);
        at_ += size;
        if (size > sizeof gathered_ - filled_) flush();
        if (size > sizeof gathered_) {
            give(from, static_cast<std::size_t>(size));
            return;
        }
        std::memcpy(gathered_ + filled_, from, static_cast<std::size_t>(size));
        filled_ += static_cast<std::size_t>(size);
    }
    void fill_up(std::uint64_t alignment) noexcept {
        static constexpr unsigned char kZeros[kAlignment] = {};
        put(kZeros, (alignment - at_ % alignment) % alignment);
    }
    void flush() noexcept {
        give(gathered_, filled_);
        filled_ = 0;
    }
    // What is put next lies so far into the file.
    void skip(std::size_t bytes) noexcept { at_ += bytes; }
    bool ok() const noexcept { return ok_; }

private:
    void give(const unsigned char* bytes, std::size_t size) noexcept {
        ok_ = ok_ && (size == 0 || sink_.write(sink_.context, bytes, size));
    }

    const Sink& sink_;
    unsigned char gathered_[16384];
    std::size_t filled_ = 0;
    std::uint64_t at_ = 0;
    bool ok_ = true;
};

// How the bytes of a section are made.
enum class Make : std::uint8_t { copy, names, columns, unknowns, column_values, texts, left_out };

struct Piece {
    const unsigned char* data = nullptr;  // of Make::copy
    std::uint64_t bytes = 0;
    std::uint32_t element = 1;
    Make make = Make::copy;
    bool present = false;
};

Make make_of(Form form) noexcept {
    constexpr Make kMakes[] = {Make::copy, Make::names, Make::columns, Make::unknowns};
    return kMakes[static_cast<std::size_t>(form)];
}

template <class Arrays>
class BakeWriter {
public:
    using S = Sections<Arrays>;

    BakeWriter(const Arrays& arrays, const BakeOptions& options) noexcept
        : arrays_(arrays), options_(options) {
        facts_.memory_announced = options.memory.announced;
        facts_.memory_used = options.memory.used;
        facts_.by_size = options.memory.by_size;
        facts_.work = options.work;
        put(facts, &facts_, sizeof facts_, 1);
        add(arrays, image_, image, first_array);
        if (options.findings != nullptr) {
            const View<Finding> kept = options.findings->kept();
            put(S::findings, kept.data(), kept.size() * sizeof(Finding), sizeof(Finding));
            if (options.findings->left_out() != 0) {
                made(S::left_out, Make::left_out, kLeftOutCounts * sizeof(std::uint64_t),
                     sizeof(std::uint64_t));
            }
        }
    }
    BakeWriter(const BakeWriter&) = delete;
    BakeWriter& operator=(const BakeWriter&) = delete;

    // What only a Map has. False where its strings do not fit.
    bool add_map(const Map& map, const detail::MapStorage& storage) noexcept {
        map_ = &map;
        const flatline_text own[] = {storage.map_namespace, storage.own_namespace};
        TextPlaces places;
        each_text(map, own[0], own[1], [&](flatline_text text) { places.place(text); });
        if (places.bytes() > UINT32_MAX) return false;
        namespaces_[0] = own[0];
        namespaces_[1] = own[1];
        facts_.format = static_cast<std::uint32_t>(storage.format);
        facts_.dialect = static_cast<std::uint32_t>(storage.dialect);
        facts_.grammar = static_cast<std::uint32_t>(storage.grammar);
        facts_.text_bytes = storage.is_baked ? storage.baked_text_bytes : map.textmap().size();
        TextPlaces first;
        facts_.map_namespace = first.place(own[0]);
        facts_.own_namespace = first.place(own[1]);
        made(S::texts, Make::texts, places.bytes(), 1);
        std::uint64_t values = 0;
        for (const flatline_column& c : map.columns()) place_column(c.kind, c.count, values);
        made(S::column_values, Make::column_values, values, 1);
        for (std::uint8_t i = 0; i <= FLATLINE_THING; ++i) {
            const flatline_stored& stored = storage.stored[i];
            facts_.record_bytes[i] = stored.record_bytes;
            put(S::records + i, stored.records, std::uint64_t{stored.count} * stored.record_bytes,
                stored.record_bytes);
        }
        const flatline_runtime* runtime = options_.runtime != nullptr   ? options_.runtime
                                          : storage.runtime.tables != 0 ? &storage.runtime
                                                                        : nullptr;
        if (runtime != nullptr && !verify_runtime(*runtime, arrays_)) return false;
        if (runtime != nullptr) add(*runtime, runtime_image_, S::runtime, S::first_runtime);
        return true;
    }
    void add_doom3(const detail::Doom3Storage& storage) noexcept {
        facts_.format = static_cast<std::uint32_t>(MapFormat::doom3);
        facts_.complete = storage.complete;
        facts_.text_bytes = storage.text.size();
        put(S::texts, storage.text.data(), storage.text.size(), 1);
    }

    Status write(Kind kind, const Sink& sink) noexcept {
        FileHeader header = head(kind);
        Hash hash;
        const auto add_to_hash = [](void* to, const unsigned char* bytes, std::size_t size) {
            static_cast<Hash*>(to)->add(bytes, size);
            return true;
        };
        pass(header, kSummedFrom, Sink{add_to_hash, &hash});
        header.checksum = hash.bits64();
        return pass(header, 0, sink) ? Status::ok : Status::cancelled;
    }

private:
    void put(std::size_t section, const void* data, std::uint64_t bytes,
             std::uint32_t element) noexcept {
        pieces_[section] = {static_cast<const unsigned char*>(data), bytes, element, Make::copy,
                            data != nullptr};
    }
    void made(std::size_t section, Make make, std::uint64_t bytes, std::uint32_t element) noexcept {
        pieces_[section] = {nullptr, bytes, element, make, true};
    }

    // The members beside the pointers go into `image`, each array into a section of its own.
    template <class Own>
    void add(const Own& arrays, unsigned char* image_bytes, std::size_t image_at,
             std::size_t section) noexcept {
        copy_scalars<Own>(reinterpret_cast<const unsigned char*>(&arrays), image_bytes);
        put(image_at, image_bytes, sizeof(Own), sizeof(Own));
        for (const auto& row : BakedRows<Own>::kArrays) {
            const unsigned char* const data = array_of(arrays, row);
            const std::uint64_t bytes = data != nullptr ? row.count(arrays) * row.element : 0;
            pieces_[section++] = {data, bytes, row.element, make_of(row.form), data != nullptr};
        }
    }

    FileHeader head(Kind kind) noexcept {
        FileHeader header{};
        std::memcpy(header.magic, kMagic, sizeof kMagic);
        header.version = kFormatVersion;
        header.byte_order = kByteOrder;
        static_assert(sizeof FLATLINE_VERSION_STRING <= sizeof header.engine);
        std::memcpy(header.engine, FLATLINE_VERSION_STRING, sizeof FLATLINE_VERSION_STRING);
        header.tables = tables_hash();
        header.kind = static_cast<std::uint32_t>(kind);
        header.section_count = S::count;
        if (options_.key != nullptr)
            std::memcpy(header.key, options_.key->bytes, sizeof header.key);
        std::uint64_t at = first_section_at(S::count);
        for (std::size_t i = 0; i < S::count; ++i) {
            entries_[i] = {at, pieces_[i].bytes, pieces_[i].element, pieces_[i].present};
            at = aligned(at + pieces_[i].bytes);
        }
        header.size = at;
        return header;
    }

    // Gives all bytes from `from` on, which lies in the header.
    bool pass(const FileHeader& header, std::size_t from, const Sink& sink) noexcept {
        BakeOut out(sink);
        out_ = &out;
        places_ = {};
        places_.place(namespaces_[0]);
        places_.place(namespaces_[1]);
        out.skip(from);
        out.put(reinterpret_cast<const unsigned char*>(&header) + from, sizeof header - from);
        out.put(entries_, S::count * sizeof(SectionEntry));
        out.fill_up(kAlignment);
        for (std::size_t i = 0; i < S::count && out.ok(); ++i) {
            if (pieces_[i].make == Make::copy) {
                out.put(pieces_[i].data, pieces_[i].bytes);
            } else if (pieces_[i].present) {
                make_section(pieces_[i].make);
            }
            out.fill_up(kAlignment);
        }
        out.flush();
        return out.ok();
    }

    // Names, unknown fields and columns come in the order of each_text().
    void make_section(Make make) noexcept {
        switch (make) {
            case Make::copy:
                return;
            case Make::names:
                for (const flatline_text& name : map_->names()) put_text(name);
                return;
            case Make::columns:
                for (const flatline_column& c : map_->columns()) {
                    const BakedColumn baked{c.field, c.element, c.kind, c.count};
                    out_->put(&baked, sizeof baked);
                }
                return;
            case Make::unknowns:
                for (const flatline_unknown& unknown : map_->unknowns()) put_unknown(unknown);
                return;
            case Make::column_values:
                for (const flatline_column& c : map_->columns()) put_values(c);
                return;
            case Make::texts:
                put_texts();
                return;
            case Make::left_out:
                put_left_out();
                return;
        }
    }

    void put_text(flatline_text from) noexcept {
        const flatline_text to = places_.place(from);
        out_->put(&to, sizeof to);
    }

    void put_unknown(const flatline_unknown& from) noexcept {
        flatline_unknown to = from;
        to.name = places_.place(from.name);
        if (has_string(from)) to.value.string = places_.place(from.value.string);
        out_->put(&to, sizeof to);
    }

    void put_values(const flatline_column& column) noexcept {
        out_->put(column.elements, std::uint64_t{column.count} * sizeof(std::uint32_t));
        out_->fill_up(8);
        if (column.kind == FLATLINE_STRING) {
            for (std::uint32_t i = 0; i < column.count; ++i) put_text(column.values.texts[i]);
        } else {
            out_->put(column.values.booleans,
                      std::uint64_t{column.count} * value_bytes(column.kind));
        }
        out_->fill_up(8);
    }

    void put_texts() noexcept {
        TextPlaces places;
        each_text(*map_, namespaces_[0], namespaces_[1], [&](flatline_text text) {
            places.place(text);
            if (!places.is_new()) return;
            out_->put(map_->text(text).data(), text.size);
            out_->put("", 1);
        });
    }

    void put_left_out() noexcept {
        for (std::size_t rule = 0; rule < kRuleCount; ++rule) {
            for (const Severity severity : {Severity::note, Severity::warning, Severity::error}) {
                const std::uint64_t count =
                    options_.findings->left_out(static_cast<Rule>(rule), severity);
                out_->put(&count, sizeof count);
            }
        }
    }

    const Arrays& arrays_;
    const BakeOptions& options_;
    const Map* map_ = nullptr;
    Facts facts_{};
    alignas(8) unsigned char image_[sizeof(Arrays)] = {};
    alignas(8) unsigned char runtime_image_[sizeof(flatline_runtime)] = {};
    flatline_text namespaces_[2] = {};
    Piece pieces_[S::count];
    SectionEntry entries_[S::count] = {};
    TextPlaces places_;
    BakeOut* out_ = nullptr;
};

}  // namespace
}  // namespace bake

Status bake_map(const Map& map, const BakeOptions& options, const Sink& sink) noexcept {
    const detail::MapStorage* storage = detail::Access::owned(map).storage();
    if (storage == nullptr || !can_bake()) return Status::unusable;
    bake::BakeWriter<flatline_arrays> writer(map.arrays(), options);
    if (!writer.add_map(map, *storage)) return Status::unusable;
    return writer.write(bake::Kind::map, sink);
}

Status bake_map(const Doom3Map& map, const BakeOptions& options, const Sink& sink) noexcept {
    const detail::Doom3Storage* storage = detail::Access::owned(map).storage();
    if (storage == nullptr || !can_bake()) return Status::unusable;
    bake::BakeWriter<flatline_doom3_arrays> writer(map.arrays(), options);
    writer.add_doom3(*storage);
    return writer.write(bake::Kind::doom3, sink);
}

}  // namespace flatline::engine
