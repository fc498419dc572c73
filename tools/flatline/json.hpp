// json.hpp: writes JSON piece by piece, without building anything in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "output.hpp"

namespace flatline::engine::tool {

/// Appends `bytes` as a JSON string with its quotes. Valid UTF-8 stays as it is; in any other
/// string each byte becomes the code point of its value. What is_unsafe becomes \uHHHH, which reads
/// back as the same.
void append_json_string(std::string& out, std::string_view bytes);

/// Writes one JSON text after another. The caller nests begin_ and end_ calls; this adds commas.
class JsonWriter {
public:
    explicit JsonWriter(Output& out) : out_(out) {}

    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void begin_array() { open('['); }
    void end_array() { close(']'); }
    /// Ends the text with a newline; the next value starts a new one.
    void end_line();

    /// Writes a key. Precondition: `name` needs no escapes.
    void key(std::string_view name);
    /// Writes a key with its colon, as prepared_key has made it.
    void raw_key(std::string_view prepared) {
        separate();
        out_.write(prepared);
        comma_ = false;
    }
    static std::string prepared_key(std::string_view name);

    void string(std::string_view bytes);
    void integer(std::int64_t value);
    void natural(std::uint64_t value);
    /// Writes the shortest digits that read back the same double; a whole number ends in ".0".
    void real(double value);
    /// The same for a field that the dialect calls an integer: a whole number without ".0".
    void whole(double value);
    void boolean(bool value);
    void null();

    template <class Value>
    void member(std::string_view name, const Value& value);

    Output& output() { return out_; }

private:
    void separate() {
        if (comma_) out_.put(',');
    }
    void open(char bracket) {
        separate();
        out_.put(bracket);
        comma_ = false;
    }
    void close(char bracket) {
        out_.put(bracket);
        comma_ = true;
    }

    Output& out_;
    bool comma_ = false;
    std::string scratch_;
};

template <class Value>
void JsonWriter::member(std::string_view name, const Value& value) {
    key(name);
    if constexpr (std::is_same_v<Value, bool>) {
        boolean(value);
    } else if constexpr (std::is_unsigned_v<Value>) {
        natural(value);
    } else if constexpr (std::is_integral_v<Value>) {
        integer(value);
    } else {
        string(value);
    }
}

}  // namespace flatline::engine::tool
