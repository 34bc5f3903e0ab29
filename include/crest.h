/* CREST's interface: programs written for CREST compile unchanged with symcrete.
 *
 * CREST_int(x) makes the variable x an input: each run gives it a value that the search chose.
 * The functions are supplied by symcrete, in the plain program too; there, outside a replay, every
 * value is zero. long, float, double and _Bool are extensions to what CREST has. */
#ifndef SYMCRETE_CREST_H
#define SYMCRETE_CREST_H

#ifdef __cplusplus
extern "C" {
#endif

#define CREST_unsigned_char(x) __CrestUChar(&(x))
#define CREST_unsigned_short(x) __CrestUShort(&(x))
#define CREST_unsigned_int(x) __CrestUInt(&(x))
#define CREST_unsigned_long(x) __CrestULong(&(x))
#define CREST_char(x) __CrestChar(&(x))
#define CREST_short(x) __CrestShort(&(x))
#define CREST_int(x) __CrestInt(&(x))
#define CREST_long(x) __CrestLong(&(x))
#define CREST_float(x) __CrestFloat(&(x))
#define CREST_double(x) __CrestDouble(&(x))
#define CREST_bool(x) __CrestBool(&(x))

void __CrestUChar(unsigned char *x);
void __CrestUShort(unsigned short *x);
void __CrestUInt(unsigned int *x);
void __CrestULong(unsigned long *x);
void __CrestChar(char *x);
void __CrestShort(short *x);
void __CrestInt(int *x);
void __CrestLong(long *x);
void __CrestFloat(float *x);
void __CrestDouble(double *x);
#ifdef __cplusplus
void __CrestBool(bool *x);
}
#else
void __CrestBool(_Bool *x);
#endif

#endif
