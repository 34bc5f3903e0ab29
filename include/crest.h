/* CREST's interface: programs written for CREST compile unchanged with symcrete.
 *
 * CREST_int(x) makes the variable x an input: each run gives it a value that the search chose.
 * Stored tests call the value what the program does. The functions are supplied by symcrete, in the plain program too; there, outside a replay, every
 * value is zero. long, float, double and _Bool are extensions to what CREST has. */
#ifndef SYMCRETE_CREST_H
#define SYMCRETE_CREST_H

#ifdef __cplusplus
extern "C" {
#endif

#define CREST_unsigned_char(x) __CrestNamedUChar(&(x), #x)
#define CREST_unsigned_short(x) __CrestNamedUShort(&(x), #x)
#define CREST_unsigned_int(x) __CrestNamedUInt(&(x), #x)
#define CREST_unsigned_long(x) __CrestNamedULong(&(x), #x)
#define CREST_char(x) __CrestNamedChar(&(x), #x)
#define CREST_short(x) __CrestNamedShort(&(x), #x)
#define CREST_int(x) __CrestNamedInt(&(x), #x)
#define CREST_long(x) __CrestNamedLong(&(x), #x)
#define CREST_float(x) __CrestNamedFloat(&(x), #x)
#define CREST_double(x) __CrestNamedDouble(&(x), #x)
#define CREST_bool(x) __CrestNamedBool(&(x), #x)

void __CrestUChar(unsigned char *x);
void __CrestNamedUChar(unsigned char *x, const char *name);
void __CrestUShort(unsigned short *x);
void __CrestNamedUShort(unsigned short *x, const char *name);
void __CrestUInt(unsigned int *x);
void __CrestNamedUInt(unsigned int *x, const char *name);
void __CrestULong(unsigned long *x);
void __CrestNamedULong(unsigned long *x, const char *name);
void __CrestChar(char *x);
void __CrestNamedChar(char *x, const char *name);
void __CrestShort(short *x);
void __CrestNamedShort(short *x, const char *name);
void __CrestInt(int *x);
void __CrestNamedInt(int *x, const char *name);
void __CrestLong(long *x);
void __CrestNamedLong(long *x, const char *name);
void __CrestFloat(float *x);
void __CrestNamedFloat(float *x, const char *name);
void __CrestDouble(double *x);
void __CrestNamedDouble(double *x, const char *name);
#ifdef __cplusplus
void __CrestBool(bool *x);
void __CrestNamedBool(bool *x, const char *name);
}
#else
void __CrestBool(_Bool *x);
void __CrestNamedBool(_Bool *x, const char *name);
#endif

#endif
