/* flatline/export.h: which functions a shared library shows, and what compilers may warn of.
 *
 * Every other function is hidden, in a static library too, so that a shared library of the host's
 * that links it does not pass Flatline's names on. FLATLINE_SHARED comes with the CMake targets and
 * the pkg-config files of a shared build; on Windows a program that links without them defines it.
 */
#ifndef FLATLINE_EXPORT_H
#define FLATLINE_EXPORT_H

#if !defined(FLATLINE_SHARED)
#define FLATLINE_EXPORT
#define FLATLINE_IMPORT
#elif defined(_WIN32)
#define FLATLINE_EXPORT __declspec(dllexport)
#define FLATLINE_IMPORT __declspec(dllimport)
#else
#define FLATLINE_EXPORT __attribute__((visibility("default")))
#define FLATLINE_IMPORT FLATLINE_EXPORT
#endif

/* After a function of C++ that gives a view or a pointer into its object: clang and MSVC then warn
 * where the object is a temporary that ends before the view is used. */
#if defined(__cplusplus) && defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define FLATLINE_LIFETIMEBOUND [[clang::lifetimebound]]
#elif __has_cpp_attribute(msvc::lifetimebound)
#define FLATLINE_LIFETIMEBOUND [[msvc::lifetimebound]]
#endif
#endif
#ifndef FLATLINE_LIFETIMEBOUND
#define FLATLINE_LIFETIMEBOUND
#endif

/* Of flatline::flatline. */
#ifdef FLATLINE_BUILDING
#define FLATLINE_API FLATLINE_EXPORT
#else
#define FLATLINE_API FLATLINE_IMPORT
#endif

/* Of flatline::physfs, a library of its own. */
#ifdef FLATLINE_BUILDING_PHYSFS
#define FLATLINE_PHYSFS_API FLATLINE_EXPORT
#else
#define FLATLINE_PHYSFS_API FLATLINE_IMPORT
#endif

#endif /* FLATLINE_EXPORT_H */
