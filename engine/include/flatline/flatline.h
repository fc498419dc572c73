/* flatline/flatline.h: the loader for programs in C99, and for whatever else calls C.
 *
 * Map bytes in, flat arrays (types.h) or findings out. No function throws, prints, aborts,
 * reads the locale or keeps state of its own. A handle or pointer may be NULL unless a comment
 * says otherwise: the function then does nothing, or returns what an empty map would give.
 *
 * A struct whose first member is its size may grow at its end. Begin with its _INIT, which sets the
 * size and the defaults. What the struct of an older header lacks is as _INIT has it. What that of
 * a later header has besides has to be zero, because this library does not know it: else the call
 * returns BAD_ARGUMENT, as it does for a size that no header can have.
 *
 * Strings that come without a size end in a zero byte. Indices are unchecked in the arrays and
 * checked by the functions. Any number of threads may read one map; a loader is for one at a time.
 */
#ifndef FLATLINE_FLATLINE_H
#define FLATLINE_FLATLINE_H

#include "flatline/c_archive.h"
#include "flatline/c_binary.h"
#include "flatline/c_check.h"
#include "flatline/c_core.h"
#include "flatline/c_derived.h"
#include "flatline/c_doom3.h"
#include "flatline/c_fields.h"
#include "flatline/c_findings.h"
#include "flatline/c_map.h"
#include "flatline/c_resources.h"
#include "flatline/c_user.h"
#include "flatline/c_verdict.h"
#include "flatline/c_write.h"
#include "flatline/types.h"

#endif /* FLATLINE_FLATLINE_H */
