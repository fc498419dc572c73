// write_textmap: a map as text.
#include "flatline/write.hpp"

#include "write/textmap.hpp"

namespace flatline {

WriteResult write_textmap(const Map& map, const Sink& sink,
                          const TextmapOptions& options) noexcept {
    WriteResult result;
    write::TextmapWriter writer(map, sink, options);
    result.status = writer.write(result.findings);
    result.bytes = writer.written();
    return result;
}

}  // namespace flatline
