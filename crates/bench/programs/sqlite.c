/* A table of 2000 rows: insert, index, aggregate, group, order, pattern match. */
#include "sqlite3.h"
#include <stdio.h>

static int row(void *unused, int n, char **values, char **names) {
    (void)unused, (void)names;
    for (int i = 0; i < n; i++) printf("%s|", values[i] ? values[i] : "NULL");
    puts("");
    return 0;
}

static const char *const statements =
    "create table t(a integer primary key, b text, c real);"
    "with recursive r(i) as (select 1 union all select i + 1 from r where i < 2000)"
    " insert into t select i, 'n' || (i * 7919 % 1009), i * 0.5 from r;"
    "create index x on t(b);"
    "select count(*), sum(a), avg(c), max(b) from t;"
    "select b, count(*) from t group by b having count(*) > 1 order by 2 desc, 1 limit 5;"
    "select t.a, u.c from t join t u on u.b = t.b and u.a > t.a order by t.a limit 4;"
    "update t set c = c * 2 where a % 3 = 0; delete from t where a % 5 = 0;"
    "select count(*), total(c) from t;"
    "select * from t where b like 'n1%5' order by c desc limit 3;";

int main(void) {
    sqlite3 *db;
    char *why = 0;
    if (sqlite3_open(":memory:", &db)) return 1;
    if (sqlite3_exec(db, statements, row, 0, &why)) printf("error: %s\n", why);
    return sqlite3_close(db);
}
