/* What exceptions of the C++ library say: they keep a copy of the text, made by code that is not instrumented. The copy is written once more here, by
   code that is. Behind its table of virtual functions each holds the address of that text, in libstdc++ and in libc++. */
#include "model.h"

/* As libstdc++ lays std::string out. */
struct string {
  const char *text;
  size_t length;
};

static void keep(void *exception, const char *text, size_t length) {
  char *kept = ((char **)exception)[1];
  for (size_t k = 0; k < length; k++) kept[k] = text[k];
}

#define OF_TEXT(name)                                               \
  extern void name(void *, const char *);                           \
  void __symcrete_model_##name(void *exception, const char *text) { \
    name(exception, text);                                          \
    keep(exception, text, length(text));                            \
  }
#define OF_STRING(name)                                                      \
  extern void name(void *, const struct string *);                           \
  void __symcrete_model_##name(void *exception, const struct string *text) { \
    name(exception, text);                                                   \
    keep(exception, text->text, text->length);                               \
  }

OF_TEXT(_ZNSt13runtime_errorC1EPKc)
OF_STRING(_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt13runtime_errorC2EPKc)
OF_STRING(_ZNSt13runtime_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt11logic_errorC1EPKc)
OF_STRING(_ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt11logic_errorC2EPKc)
OF_STRING(_ZNSt11logic_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt12domain_errorC1EPKc)
OF_STRING(_ZNSt12domain_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt12domain_errorC2EPKc)
OF_STRING(_ZNSt12domain_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt16invalid_argumentC1EPKc)
OF_STRING(_ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt16invalid_argumentC2EPKc)
OF_STRING(_ZNSt16invalid_argumentC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt12length_errorC1EPKc)
OF_STRING(_ZNSt12length_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt12length_errorC2EPKc)
OF_STRING(_ZNSt12length_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt12out_of_rangeC1EPKc)
OF_STRING(_ZNSt12out_of_rangeC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt12out_of_rangeC2EPKc)
OF_STRING(_ZNSt12out_of_rangeC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt11range_errorC1EPKc)
OF_STRING(_ZNSt11range_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt11range_errorC2EPKc)
OF_STRING(_ZNSt11range_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt14overflow_errorC1EPKc)
OF_STRING(_ZNSt14overflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt14overflow_errorC2EPKc)
OF_STRING(_ZNSt14overflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt15underflow_errorC1EPKc)
OF_STRING(_ZNSt15underflow_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
OF_TEXT(_ZNSt15underflow_errorC2EPKc)
OF_STRING(_ZNSt15underflow_errorC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
