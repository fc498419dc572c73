// Where things lie on this machine. Only paths.cpp is compiled with them, so that the other objects
// are the same bytes wherever the tree lies, and a compiler cache serves every clone of it.
#pragma once

#include <string>

namespace paths {

std::string source();  ///< this repository
std::string shared();  ///< the folder beside it with the reference and the corpus; may be absent
std::string corpus();  ///< the corpus of real maps in `shared()`; may be absent
std::string tool();    ///< the program flatline; "" where it is not built

}  // namespace paths
