/* What libstdc++ has inside of reading from streams: the facet that reads numbers, the buffers of std::cin and of files, and functions
   that its headers only declare. Made of the library's own templates, but compiled here and so followed. A program's definitions
   come before a library's, in tables of virtual functions too; all are weak, since a static library has the same ones. */
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
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
#include "model.h"

/* Tells the runtime that streams are followed. */
WEAK void __symcrete_model_streams(void) {}
}

template class std::basic_filebuf<char>;
template class __gnu_cxx::stdio_sync_filebuf<char>;
template class __gnu_cxx::stdio_filebuf<char>;
template class std::time_get<char>;
template class std::money_get<char>;

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

/* Are numbers written as in C, without groups of digits? */
static bool is_plain(const ios_base &io) {
  return !__use_cache<__numpunct_cache<char>>()(io._M_getloc())->_M_allocated;
}

static bool is_decimal(const ios_base &io) {
  const ios_base::fmtflags base = io.flags() & ios_base::basefield;
  return is_plain(io) && base != 0 && base != ios_base::oct && base != ios_base::hex;
}

/* Characters as the library's facets take them: each is looked at before it is passed over. */
struct characters {
  num_get<char>::iter_type at, end;
  bool ended = at == end;
  int c = ended ? -1 : (unsigned char)*at;

  void pass() {
    ended = ++at == end;
    c = ended ? -1 : (unsigned char)*at;
  }
};

/* A whole decimal number. The library asks about each character whether it is a zero, an x and more; here it is one
   question, and whether a number is too large is asked at the end of those that are long enough: fewer paths. */
template <typename Value> static void whole(characters &in, ios_base::iostate &state, Value &v) {
  typedef typename make_unsigned<Value>::type Unsigned;
  typedef numeric_limits<Value> limits;
  Unsigned value = 0, most = (Unsigned)limits::max();
  int n = 0, negative = 0, large = 0;
  if (is_sign(in.c)) {
    negative = in.c == '-';
    most = (Unsigned)(most + (Unsigned)(limits::is_signed & negative));
    in.pass();
  }
  for (; is_digit(in.c, 10); n++, in.pass()) {
    const Unsigned digit = (Unsigned)(in.c - '0'), tens = (Unsigned)(value * 10);
    if (n >= limits::digits10) large |= (value > (Unsigned)limits::max() / 10) | (tens > (Unsigned)(most - digit));
    value = (Unsigned)(tens + digit);
  }
  v = (Value)with_sign(value, negative);
  if (!n | large) {
    STEP;
    state = ios_base::failbit;
    v = (Value)(n ? most : 0);
  }
  if (in.ended) state |= ios_base::eofbit;
}

/* The text of a decimal number of floating point, with one question about each kind of character. */
static void fraction(characters &in, string &text) {
  bool any = false, point = false, exponent = false;
  if (is_sign(in.c)) text += (char)in.c, in.pass();
  for (;;) {
    if (is_digit(in.c, 10)) {
      text += (char)in.c;
      any = true;
    } else if (!point && !exponent && in.c == '.') {
      text += '.';
      point = true;
    } else if (any && !exponent && (in.c | 32) == 'e') {
      text += 'e';
      exponent = true;
      in.pass();
      if (!is_sign(in.c)) continue;
      text += (char)in.c;
    } else {
      break;
    }
    in.pass();
  }
}

/* The number that a text stands for: the library's, with the expression that strtod and its like have for it if that is the same.
   They are asked about numbers that are too large as well, so that the path says what made them so. */
template <typename Value>
static void convert(const string &text, ios_base::iostate &state, Value &v, const __c_locale &in_c,
                    Value (*parse)(const char *, char **)) {
  const size_t bytes = sizeof(Value) > 10 ? 10 : sizeof(Value);
  const Value ours = parse(text.c_str(), nullptr);
  Value real;
  __convert_to_v(text.c_str(), real, state, in_c);
  __symcrete_clear(&real, bytes);
  v = real;
  if (!(state & ios_base::failbit) && __symcrete_same(&ours, &real, bytes)) v = ours;
}

typedef num_get<char>::iter_type iterator_of_text;

#define WHOLE(TYPE)                                                                                                    \
  template <>                                                                                                          \
  WEAK iterator_of_text num_get<char>::do_get(iterator_of_text at, iterator_of_text end, ios_base &io,                 \
                                              ios_base::iostate &state, TYPE &v) const {                               \
    if (!is_decimal(io)) return _M_extract_int(at, end, io, state, v);                                                 \
    characters in{at, end};                                                                                            \
    whole(in, state, v);                                                                                               \
    return in.at;                                                                                                      \
  }
WHOLE(long)
WHOLE(long long)
WHOLE(unsigned short)
WHOLE(unsigned int)
WHOLE(unsigned long)
WHOLE(unsigned long long)

#define FRACTION(TYPE, PARSE)                                                                                          \
  template <>                                                                                                          \
  WEAK iterator_of_text num_get<char>::do_get(iterator_of_text at, iterator_of_text end, ios_base &io,                 \
                                              ios_base::iostate &state, TYPE &v) const {                               \
    string text;                                                                                                       \
    if (is_plain(io)) {                                                                                                \
      characters in{at, end};                                                                                          \
      fraction(in, text);                                                                                              \
      at = in.at;                                                                                                      \
    } else {                                                                                                           \
      at = _M_extract_float(at, end, io, state, text);                                                                 \
    }                                                                                                                  \
    convert(text, state, v, _S_get_c_locale(), PARSE);                                                                 \
    if (at == end) state |= ios_base::eofbit;                                                                          \
    return at;                                                                                                         \
  }
FRACTION(float, strtof)
FRACTION(double, strtod)
FRACTION(long double, strtold)

/* The rest of the facet, and its table of virtual functions. */
template class num_get<char>;
} // namespace std
