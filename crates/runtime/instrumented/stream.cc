/* What libstdc++ has inside of reading from streams: the facet that reads numbers, the buffers of std::cin and of files, and functions
   that its headers only declare. Made of the library's own templates, but compiled here and so followed. A program's definitions
   come before a library's, in tables of virtual functions too. What a static library has as ordinary functions is weak here. */
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <cstdlib>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <istream>
#include <limits>
#include <locale>
#include <string>

#define WEAK __attribute__((weak))

extern "C" {
#include "model.h"

/* Tells the runtime that streams are followed. */
WEAK void __symcrete_model_streams(void) {}
}

namespace {
/* Characters under another name, for which the library has nothing ready: its general templates are used. */
struct followed : std::char_traits<char> {};
typedef std::basic_istream<char, followed> general_istream;
typedef std::basic_string<char, followed> general_string;
typedef std::basic_streambuf<char, followed> general_streambuf;
struct general_filebuf : std::basic_filebuf<char, followed> {
  std::streamsize put(const char *text, std::streamsize n) { return basic_filebuf::xsputn(text, n); }
};
general_istream &general(std::istream &in) { return reinterpret_cast<general_istream &>(in); }
general_string &general(std::string &text) { return reinterpret_cast<general_string &>(text); }
general_streambuf *general(std::streambuf *buffer) { return reinterpret_cast<general_streambuf *>(buffer); }
} // namespace

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

/* What is written out does not come back, so the path need not rely on how long it is. */
template <> streamsize basic_filebuf<char>::xsputn(const char *text, streamsize n) {
  __symcrete_clear(&n, sizeof n);
  return reinterpret_cast<general_filebuf *>(this)->put(text, n);
}

namespace {
/* Are numbers written as in C, without groups of digits? */
bool is_plain(const ios_base &io) {
  return !__use_cache<__numpunct_cache<char>>()(io._M_getloc())->_M_allocated;
}

/* The base of whole numbers, 0 if their text decides it. */
int base_of(const ios_base &io) {
  const ios_base::fmtflags base = io.flags() & ios_base::basefield;
  return base == 0 ? 0 : base == ios_base::oct ? 8 : base == ios_base::hex ? 16 : 10;
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

/* A whole number. The library asks about each character whether it is a zero, an x and more; here it is one question,
   and whether a number is too large is asked at the end of those that are long enough: fewer paths. */
template <typename Value> void whole(characters &in, int base, ios_base::iostate &state, Value &v) {
  typedef typename make_unsigned<Value>::type Unsigned;
  typedef numeric_limits<Value> limits;
  /* So many digits fit in any case. */
  const int fits = base == 10 ? limits::digits10 : limits::digits / (base == 8 ? 3 : 4);
  Unsigned value = 0, most = (Unsigned)limits::max();
  int n = 0, negative = 0, large = 0;
  if (is_sign(in.c)) {
    negative = in.c == '-';
    most = (Unsigned)(most + (Unsigned)(limits::is_signed & negative));
    in.pass();
  }
  if (base == 16 && in.c == '0') {
    n = 1;
    in.pass();
    if ((in.c | 32) == 'x') n = 0, in.pass();
  }
  for (; is_digit(in.c, base); n++, in.pass()) {
    const Unsigned next = (Unsigned)digit(in.c, base), shifted = (Unsigned)(value * (Unsigned)base);
    /* A tenth of the greatest number is that of the least one, too. */
    const Unsigned part = (Unsigned)((base == 10 ? (Unsigned)limits::max() : most) / (Unsigned)base);
    if (n >= fits) large |= (value > part) | (shifted > (Unsigned)(most - next));
    value = (Unsigned)(shifted + next);
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
void fraction(characters &in, string &text) {
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
void convert(const string &text, ios_base::iostate &state, Value &v, const __c_locale &in_c,
             Value (*parse)(const char *, char **)) {
  const size_t bytes = sizeof(Value) > 10 ? 10 : sizeof(Value);
  const Value ours = parse(text.c_str(), nullptr);
  Value real = Value();
  __convert_to_v(text.c_str(), real, state, in_c);
  __symcrete_clear(&real, bytes);
  v = real;
  if (!(state & ios_base::failbit) && __symcrete_same(&ours, &real, bytes)) v = ours;
}

typedef num_get<char>::iter_type iterator_of_text;
} // namespace

#define WHOLE(TYPE)                                                                                                    \
  template <>                                                                                                          \
  iterator_of_text num_get<char>::do_get(iterator_of_text at, iterator_of_text end, ios_base &io,                      \
                                         ios_base::iostate &state, TYPE &v) const {                                    \
    const int base = is_plain(io) ? base_of(io) : 0;                                                                   \
    if (!base) return _M_extract_int(at, end, io, state, v);                                                           \
    characters in{at, end};                                                                                            \
    whole(in, base, state, v);                                                                                         \
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
  iterator_of_text num_get<char>::do_get(iterator_of_text at, iterator_of_text end, ios_base &io,                      \
                                         ios_base::iostate &state, TYPE &v) const {                                    \
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

/* The rest of these classes, and their tables of virtual functions. */
template class num_get<char>;
template class time_get<char>;
template class money_get<char>;
template class basic_filebuf<char>;
} // namespace std

template class __gnu_cxx::stdio_sync_filebuf<char>;
template class __gnu_cxx::stdio_filebuf<char>;
