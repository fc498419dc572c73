// table/thrift.hpp: Thrift's compact protocol, as far as the metadata of Parquet need it.
// Source: Apache Thrift, "Thrift Compact protocol encoding"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flatline::engine::tool {

/// Appends one struct, whose fields are written in ascending order of their numbers.
class ThriftWriter {
public:
    enum Type : std::uint8_t {
        kTrue = 1,
        kFalse,
        kByte,
        kI16,
        kI32,
        kI64,
        kReal,
        kBinary,
        kList,
        kStruct = 12
    };

    explicit ThriftWriter(std::string& out) : out_(out) {}

    void i32(int field, std::int32_t value) {
        begin_field(field, kI32);
        number(value);
    }
    void i64(int field, std::int64_t value) {
        begin_field(field, kI64);
        number(value);
    }
    void binary(int field, std::string_view bytes) {
        begin_field(field, kBinary);
        text(bytes);
    }
    /// The list's elements follow: item, text_item, or structs between begin_item and end_struct.
    void list(int field, Type type, std::size_t size) {
        begin_field(field, kList);
        if (size < 15) {
            byte(static_cast<std::uint8_t>(size << 4 | type));
        } else {
            byte(static_cast<std::uint8_t>(0xF0 | type));
            varint(size);
        }
    }
    void item(std::int32_t value) { number(value); }
    void text_item(std::string_view bytes) { text(bytes); }
    void begin_item() { last_.push_back(0); }
    void begin_struct(int field) {
        begin_field(field, kStruct);
        last_.push_back(0);
    }
    void end_struct() {
        last_.pop_back();
        byte(0);
    }
    /// Ends the outermost struct.
    void end() { byte(0); }

private:
    void byte(std::uint8_t value) { out_ += static_cast<char>(value); }
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
        byte(static_cast<std::uint8_t>(value));
    }
    void number(std::int64_t value) {
        varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
    }
    void text(std::string_view bytes) {
        varint(bytes.size());
        out_ += bytes;
    }
    void begin_field(int field, Type type) {
        const int delta = field - last_.back();  // at most 15 in the structs of Parquet
        byte(static_cast<std::uint8_t>(delta << 4 | type));
        last_.back() = field;
    }

    std::string& out_;
    std::vector<int> last_{0};  // field of each struct that is open
};

}  // namespace flatline::engine::tool
