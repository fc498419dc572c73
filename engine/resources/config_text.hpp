// The grammar of Ultimate Doom Builder's configurations, one statement at a time.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/list.hpp"
#include "base/outcome.hpp"
#include "model/view.hpp"

namespace flatline::engine::resources {

enum class ConfigKind : std::uint8_t { end, assignment, open, close, include, other, wrong };

/// One statement. Strings are as written, without their quotes.
struct ConfigStatement {
    ConfigKind kind = ConfigKind::end;
    std::uint64_t offset = 0;  ///< of its first byte
    std::string_view key;      ///< of an assignment or a block
    std::string_view value;    ///< of an assignment; the file of an include
    std::string_view block;    ///< of an include: which block of the file, "" for all of it
};

/// Steps over the text of one configuration.
class ConfigText {
public:
    explicit ConfigText(Bytes text) noexcept;
    /// The next statement; `end` and `wrong` come again and again.
    ConfigStatement next() noexcept;

private:
    using Byte = unsigned char;

    bool skip() noexcept;
    bool expect(Byte c) noexcept;
    bool word(std::string_view& out) noexcept;
    bool arguments(ConfigStatement& found) noexcept;

    const Byte* begin_;
    const Byte* p_;
    const Byte* end_;
};

/// The path of the file that `from` includes by the name `name`, which is relative to its folder;
/// backslashes part folders too. Refused where it leads out of the tree.
[[nodiscard]] Outcome resolve_include(std::string_view from, std::string_view name,
                                      List<char>& path) noexcept;

}  // namespace flatline::engine::resources
