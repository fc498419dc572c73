// Paths of tools and data on this machine. Only paths.cpp is compiled with them, so that the other
// objects are the same bytes wherever the tree lies, and a compiler cache serves every clone of it.
#pragma once

#include <string>

namespace paths {

std::string source();  ///< this repository
std::string shared();  ///< the folder beside it with the reference and the corpus; may be absent
std::string tool();    ///< the program flatline; "" if it is not built

/// The corpus of real maps in `shared()`. Where it is absent that is kept in mind.
std::string corpus();
bool has_corpus();
/// Whether `corpus()` was asked for in vain since this was asked last: room_main.cpp asks for each
/// test.
bool take_missed_corpus();

}  // namespace paths
