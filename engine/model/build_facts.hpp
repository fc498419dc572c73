// Facts about the library for a bug report: its compiler, and the instructions that it uses here.
#pragma once

#include <string_view>

namespace flatline::engine {

/// All texts are static.
struct BuildFacts {
    std::string_view compiler;     ///< "g++ 12.2.0"
    std::string_view machine;      ///< that the code is for: "x86-64 Linux"
    std::string_view zlib;         ///< its version
    std::string_view libdeflate;   ///< empty where this build has none
    std::string_view doubles;      ///< what reads them: "std::from_chars" or "fast_float"
    std::string_view text_kernel;  ///< the vectors that read texts on this machine: "avx2"
};

/// Asks the processor which vectors it has. Thread-safe.
BuildFacts build_facts() noexcept;

}  // namespace flatline::engine
