/* flatline/version.h: the version of these headers; flatline_version() is that of the library. */
#ifndef FLATLINE_VERSION_H
#define FLATLINE_VERSION_H

#define FLATLINE_VERSION_MAJOR 0
#define FLATLINE_VERSION_MINOR 2
#define FLATLINE_VERSION_PATCH 0
#define FLATLINE_VERSION_STRING "0.2.0"

#endif /* FLATLINE_VERSION_H */
