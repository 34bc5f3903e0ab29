/* Included before every C++ source: lets templates that libstdc++ has ready in its library, std::string above all, be
   made in the program's own objects, where their data is followed. */
#pragma GCC system_header
#if defined __cplusplus && defined __has_include
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
#endif
