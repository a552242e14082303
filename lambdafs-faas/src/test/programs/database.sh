# SQLite's shell. Argument: an empty directory.
cd "$1" || exit 1
sqlite3 db "create table t(a integer primary key, b text); insert into t(b) values('x'),('y');"
for i in 1 2 3 4 5 6; do
  sqlite3 db "insert into t(b) select b || '$i' from t"
done
sqlite3 db "select count(*), max(b) from t; pragma integrity_check"
sqlite3 db "begin; delete from t; rollback; select count(*) from t; pragma journal_mode=truncate; delete from t where a % 2; vacuum; pragma integrity_check"
sqlite3 db .dump | cksum
sqlite3 db ".backup copy"
sqlite3 copy "select count(*) from t"
ls
