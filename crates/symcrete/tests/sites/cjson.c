/* Parses, prints, changes, compares and minifies JSON texts, right and wrong ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cJSON.h"

static const char *texts[] = {
    "{\"name\": \"J\\\"a\\\\c\\/k \\b\\f\\n\\r\\t \\u00e9 \\u20ac \\ud83d\\ude00\", \"on\": true, \"off\": false, \"no\": null}",
    "[1, -2, 3.25, -4.5e10, 5E-3, 1e400, 123456789012, [], {}, [[]], [{}], \"\", 0.1, 1e17]",
    " \t\r\n{ \"a\" : { \"b\" : [ { \"c\" : [ 1 , [ 2 , [ 3 ] ] ] } ] } , \"x\" : 1 } ",
    "\xEF\xBB\xBF{\"bom\":1}",
    "{\"a\":1,}", "[1 2]", "[1,", "{\"a\" 1}", "{1:2}", "\"unterminated", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\u12g4\"",
    "\"\\ud800\\u0041\"", "tru", "nul", "falsy", "-", "", "[", "{", "{\"a\":", "\"\\", "1e", "[tru]", "{\"a\":[}", "\x01",
};

static const char with_comments[] = "{ // line\n  \"a\" : 1, /* block\n */ \"b/*\" : \"x \\\" // y\" /\n}\n// end";

static void show(const cJSON *item)
{
    char fixed[64];
    char *text = cJSON_Print(item);
    puts(text ? text : "none");
    free(text);
    text = cJSON_PrintUnformatted(item);
    puts(text ? text : "none");
    free(text);
    text = cJSON_PrintBuffered(item, 3, 1);
    free(text);
    printf("%d\n", cJSON_PrintPreallocated((cJSON *)item, fixed, sizeof fixed, 0));
}

static void texts_through(void)
{
    size_t k;
    for (k = 0; k < sizeof texts / sizeof *texts; k++) {
        const char *end = NULL;
        cJSON *item = cJSON_ParseWithOpts(texts[k], &end, k % 2 == 0), *copy;
        if (item == NULL) {
            printf("%zu: wrong at %ld\n", k, (long)(cJSON_GetErrorPtr() - texts[k]));
            continue;
        }
        show(item);
        copy = cJSON_Duplicate(item, 1);
        printf("%d %d\n", cJSON_Compare(item, copy, 1), cJSON_Compare(item, copy, 0));
        cJSON_Delete(copy);
        cJSON_Delete(item);
    }
}

static void built(void)
{
    static const int numbers[] = {1, 2, 3};
    static const double doubles[] = {0.5, 1e300, 3.0};
    static const char *const strings[] = {"a", "b\x02", "c\x7f"};
    cJSON *root = cJSON_CreateObject(), *list, *other;
    cJSON_AddNumberToObject(root, "n", 42);
    cJSON_AddStringToObject(root, "s", "text");
    cJSON_AddTrueToObject(root, "t");
    cJSON_AddFalseToObject(root, "f");
    cJSON_AddNullToObject(root, "z");
    cJSON_AddRawToObject(root, "r", "[raw]");
    cJSON_AddItemToObject(root, "ints", cJSON_CreateIntArray(numbers, 3));
    cJSON_AddItemToObject(root, "doubles", cJSON_CreateDoubleArray(doubles, 3));
    cJSON_AddItemToObject(root, "floats", cJSON_CreateFloatArray(NULL, 3));
    cJSON_AddItemToObject(root, "strings", cJSON_CreateStringArray(strings, 3));
    list = cJSON_AddArrayToObject(root, "list");
    cJSON_AddItemToArray(list, cJSON_CreateString("first"));
    cJSON_InsertItemInArray(list, 0, cJSON_CreateString("zeroth"));
    cJSON_InsertItemInArray(list, 9, cJSON_CreateBool(1));
    cJSON_ReplaceItemInArray(list, 1, cJSON_CreateNumber(7));
    cJSON_SetValuestring(cJSON_GetObjectItemCaseSensitive(root, "s"), "longer than before");
    cJSON_AddItemReferenceToArray(list, cJSON_GetObjectItem(root, "S"));
    cJSON_ReplaceItemInObject(root, "N", cJSON_CreateNumber(-1));
    cJSON_ReplaceItemInObjectCaseSensitive(root, "missing", cJSON_CreateNull());
    cJSON_DeleteItemFromArray(list, 0);
    cJSON_DeleteItemFromObject(root, "t");
    cJSON_SetNumberHelper(cJSON_GetObjectItem(root, "n"), 1e20);
    show(root);
    other = cJSON_Parse("{\"n\":1}");
    printf("%d %d %s\n", cJSON_Compare(root, other, 1), cJSON_GetArraySize(list), cJSON_GetStringValue(cJSON_GetArrayItem(list, 5)));
    printf("%d %d %d\n", cJSON_IsNumber(cJSON_GetObjectItem(other, "n")), cJSON_HasObjectItem(root, "q"), cJSON_IsArray(NULL));
    cJSON_Delete(other);
    cJSON_Delete(root);
}

int main(void)
{
    char text[sizeof with_comments];
    texts_through();
    built();
    memcpy(text, with_comments, sizeof text);
    cJSON_Minify(text);
    puts(text);
    return 0;
}
