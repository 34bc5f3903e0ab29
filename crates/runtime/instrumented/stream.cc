/* What libstdc++ has inside of reading from streams: the facet that reads numbers, the buffers of std::cin and of files, and functions
   that its headers only declare. Made of the library's own templates, but compiled here and so followed. A program's definitions
   come before a library's, in tables of virtual functions too; all are weak, since a static library has the same ones. */
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include "model.h"
#include <cerrno>
#include <cstdlib>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <istream>
#include <limits>
#include <locale>
#include <string>
#include <unistd.h>

#define WEAK __attribute__((weak))

extern "C" {
/* Tells the runtime that streams are followed. */
WEAK void __symcrete_model_streams(void) {}
}

template class std::num_get<char>;
template class std::basic_filebuf<char>;
template class __gnu_cxx::stdio_sync_filebuf<char>;
template class __gnu_cxx::stdio_filebuf<char>;

/* Characters under another name, for which the library has nothing ready: its general templates are used. */
struct followed : std::char_traits<char> {};
typedef std::basic_istream<char, followed> general_istream;
typedef std::basic_string<char, followed> general_string;
typedef std::basic_streambuf<char, followed> general_streambuf;
static general_istream &general(std::istream &in) { return reinterpret_cast<general_istream &>(in); }
static general_string &general(std::string &text) { return reinterpret_cast<general_string &>(text); }
static general_streambuf *general(std::streambuf *buffer) { return reinterpret_cast<general_streambuf *>(buffer); }

namespace std {
template <> WEAK istream &getline(istream &in, string &text, char end) {
  getline(general(in), general(text), end);
  return in;
}

template <> WEAK istream &operator>>(istream &in, string &text) {
  general(in) >> general(text);
  return in;
}

template <> WEAK istream &istream::getline(char *text, streamsize n, char end) {
  general(*this).getline(text, n, end);
  return *this;
}

template <> WEAK istream &istream::ignore(streamsize n) {
  general(*this).ignore(n);
  return *this;
}

template <> WEAK istream &istream::ignore(streamsize n, int end) {
  general(*this).ignore(n, end);
  return *this;
}

#if _GLIBCXX_RELEASE >= 11
WEAK void __istream_extract(istream &in, char *text, streamsize n) { __istream_extract(general(in), text, n); }
#else
template <> WEAK istream &operator>>(istream &in, char *text) {
  general(in) >> text;
  return in;
}
#endif

template <> WEAK streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &ended) {
  return __copy_streambufs_eof(general(from), general(to), ended);
}

/* A file's bytes, as the library reads them. */
WEAK streamsize __basic_file<char>::xsgetn(char *to, streamsize n) {
  streamsize got;
  do got = read(fd(), to, (size_t)n);
  while (got == -1 && errno == EINTR);
  return got;
}

WEAK streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir from) throw() {
  return lseek64(fd(), offset, from);
}
} // namespace std
