// table/text_json.hpp: JSON as the text of a cell.
#pragma once

#include <string>
#include <utility>

#include "json.hpp"

namespace flatline::engine::tool {

/// Collects one JSON text after another.
class JsonText {
public:
    JsonText()
        : out_(
              [this](std::string_view bytes) {
                  text_.append(bytes);
                  return 0;
              },
              kRoom) {}

    /// A writer for the next text, until `end`.
    JsonWriter begin() { return JsonWriter(out_); }
    std::string end() {
        out_.flush();
        return std::exchange(text_, {});
    }

private:
    static constexpr std::size_t kRoom = 512;

    std::string text_;
    Output out_;
};

}  // namespace flatline::engine::tool
