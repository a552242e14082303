/* Quotas: writers below two nested directories, the inner one inside the outer one, each with a limit on names.

   What is used below a directory is kept in SHARDS rows, each with a use and an allowance. A writer reads the rows of all
   directories that it changes, locks those that it seems to need, decides by what it finds under the locks, and commits the new
   rows together with its change (QuotaLedger, Escrow). Where its own row has no room it locks all rows of the directory, and
   is refused, or divides what is left among them anew. A writer that finds a row locked may give up, as after a timeout.
   SETS processes give the inner directory its limit while writers are at work: that waits for the writes below (SetQuotaOperation).

   What must hold: no commit makes what is below a directory grow beyond the directory's limit, and a writer is refused only if
   there is no room. What is used may be more than the limit from the beginning, because a limit may be set to less.

   -DNO_<RULE> takes a rule away. Bounds: WRITERS, WRITES of each, FILES that are in the inner directory at the beginning,
   LIMIT0 of the outer and LIMIT1 of the inner directory. NARROW leaves one kind of writes: those that make one name.
   ANY_REFUSAL lets writers be refused without a reason, so that what a rule's loss shows is a limit that is exceeded. */
#ifndef SHARDS
#define SHARDS 2
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef WRITES
#define WRITES 2
#endif
#ifndef FILES
#define FILES 1
#endif
#ifndef LIMIT0
#define LIMIT0 5
#endif
#ifndef LIMIT1
#define LIMIT1 3
#endif
#ifndef SETS
#define SETS 0
#endif
#define OUTER 0
#define INNER 1
#define DIRS 2
#define ROWS (DIRS * SHARDS)
#define ROW(d, s) ((d) * SHARDS + (s))
#define NOTHING (-99)           /* the allowance while more than the limit is used */
#define FREE 255

/* The store. */
short use[ROWS];
short allowance[ROWS];
byte holder[ROWS] = FREE;       /* the process that has the row locked */
short limit[DIRS];
bool limited[DIRS];
byte used[DIRS];                /* the names that are there, the directory's own included */
byte files[DIRS];               /* those of them that may be deleted or moved, and that nobody has locked */

/* Writes that are in flight, and whether new ones are refused. */
byte flying;
bool refusing;

#define HASROOM(x) (knownAllowance[x] != NOTHING && knownUse[x] <= knownAllowance[x] - delta)
#define ALONE(d) (delta <= 0 || HASROOM(ROW(d, own)))
#define CHARGED(d) (d >= nearest && d <= last && (d == OUTER || seen))
#define CHANGED(d) (d >= first && d <= last)

inline know(x) { knownUse[x] = use[x]; knownAllowance[x] = allowance[x] }

/* Locks a row, and looks at it again. */
inline lock(x) {
  if
  :: atomic { holder[x] != FREE && holder[x] != _pid -> goto refused }
  :: d_step { holder[x] == _pid -> skip }
#ifdef NO_DECIDE_UNDER_LOCK
  :: d_step { holder[x] == FREE -> skip }
#else
  :: d_step { holder[x] == FREE -> holder[x] = _pid; know(x) }
#endif
  fi }

inline sum(d) { total = 0; s = 0; do :: s < SHARDS -> total = total + knownUse[ROW(d, s)]; s++ :: else -> break od; s = 0 }

/* The rows of a directory as they are known, with what the limit leaves divided among them. */
inline divide(d) {
  sum(d);
  do
  :: s < SHARDS ->
     if
     :: total <= limit[d] ->
        knownAllowance[ROW(d, s)] = knownUse[ROW(d, s)] + (limit[d] - total) / SHARDS + (s < (limit[d] - total) % SHARDS -> 1 : 0)
#ifdef NO_NOTHING_ABOVE_LIMIT
     :: else -> knownAllowance[ROW(d, s)] = knownUse[ROW(d, s)] - (total - limit[d] + SHARDS - 1) / SHARDS
#else
     :: else -> knownAllowance[ROW(d, s)] = NOTHING
#endif
     fi;
     s++
  :: else -> break
  od;
  s = 0 }

inline store(x) { use[x] = knownUse[x]; allowance[x] = knownAllowance[x] }

/* Writes what a charge of the directory makes of its rows. */
inline charge(d) {
  if
  :: !CHARGED(d)
  :: CHARGED(d) && ALONE(d) -> knownUse[ROW(d, own)] = knownUse[ROW(d, own)] + delta; store(ROW(d, own))
  :: else ->
     knownUse[ROW(d, own)] = knownUse[ROW(d, own)] + delta;
     divide(d);
     do :: s < SHARDS -> store(ROW(d, s)); s++ :: else -> break od;
     s = 0
  fi }

inline change(d) {
  if
  :: CHANGED(d) -> used[d] = used[d] + delta; assert(delta <= 0 || !limited[d] || used[d] <= limit[d])
  :: else
  fi }

inline unlock() {
  x = 0;
  do :: x < ROWS -> if :: holder[x] == _pid -> holder[x] = FREE :: else fi; x++ :: else -> break od;
  x = 0 }

/* Locks all rows of a directory if its own has no room. */
inline widen(d) {
  if
  :: CHARGED(d) && !ALONE(d) ->
     s = 0;
     do
     :: s < SHARDS ->
#ifdef NO_RECHECK_ALL_SHARDS
        skip;
#else
        lock(ROW(d, s));
#endif
        s++
     :: s == SHARDS -> break
     od;
     atomic { sum(d) };
     if
     :: atomic { total > limit[d] - delta ->
#ifndef ANY_REFUSAL
          assert(used[d] > limit[d] - delta);
#endif
          goto refused }
     :: total <= limit[d] - delta
     fi
  :: !CHARGED(d) || ALONE(d)
  fi }

/* Locks the rows that a charge of the directory seems to need. */
inline narrow(d) {
  if
  :: d_step { CHARGED(d) -> wide = !ALONE(d) };
     s = 0;
     do
     :: s < SHARDS -> if :: wide || s == own -> lock(ROW(d, s)) :: !wide && s != own fi; s++
     :: s == SHARDS -> break
     od
  :: !CHARGED(d)
  fi }

/* A write that changes the use of the directories from `first` to `last`. */
proctype Writer() {
  byte n, own, first, nearest, last, s, x; short delta, total; bool wide, seen;
  short knownUse[ROWS], knownAllowance[ROWS];
begin:
  if
  :: n < WRITES -> n++
  :: n == WRITES -> goto over
  fi;
  if :: own = 0 :: own = 1 fi;
  /* It knows its path and the limits on it from here to its end. */
  d_step { !refusing -> flying++; seen = limited[INNER]; first = OUTER; last = INNER; delta = 1 };
  if
  :: skip
#ifndef NARROW
  :: delta = 2
  :: last = OUTER
  :: d_step { files[INNER] > 0 -> files[INNER]--; delta = -1 }
  /* A file moves into the inner directory. */
  :: d_step { files[OUTER] > 0 -> files[OUTER]--; first = INNER }
#endif
  fi;
#ifdef NO_CHARGE_EVERY_DIRECTORY
  nearest = (seen -> last : first);
#else
  nearest = first;
#endif
  d_step { x = 0; do :: x < ROWS -> know(x); x++ :: else -> break od; x = 0 };
  narrow(OUTER); narrow(INNER);
  widen(INNER); widen(OUTER);
#ifdef NO_CHARGE_WITH_CHANGE
  d_step { charge(OUTER); charge(INNER); unlock() };
  if
  :: d_step { change(OUTER); change(INNER);
       if :: delta > 0 -> files[last] = files[last] + delta :: else fi; flying-- }
  :: goto refused
  fi;
#else
  d_step { charge(OUTER); charge(INNER); change(OUTER); change(INNER);
    if :: delta > 0 -> files[last] = files[last] + delta :: else fi; unlock(); flying-- };
#endif
  goto ended;
refused:
  atomic { unlock(); flying--;
    if :: delta < 0 -> files[INNER]++ :: delta > 0 && first == INNER -> files[OUTER]++ :: else fi };
ended:
  atomic { s = 0; x = 0; own = 0; first = 0; nearest = 0; last = 0; delta = 0; total = 0; wide = false; seen = false;
    do :: x < ROWS -> knownUse[x] = 0; knownAllowance[x] = 0; x++ :: else -> break od; x = 0 };
  goto begin;
over:
  skip }

/* setQuota of the inner directory, which has none before. It counts what is below. */
proctype SetQuota() {
  byte own, s; short total;
  short knownUse[ROWS], knownAllowance[ROWS];
#ifdef NO_QUIESCE_BEFORE_COUNT
  d_step { knownUse[ROW(INNER, 0)] = used[INNER] };
#else
  d_step { !refusing -> refusing = true };
  d_step { flying == 0 -> knownUse[ROW(INNER, 0)] = used[INNER] };
#endif
  d_step { limited[INNER] = true; divide(INNER);
    do :: s < SHARDS -> store(ROW(INNER, s)); s++ :: else -> break od; refusing = false } }

init {
  byte n, s, d; short total;
  short knownUse[ROWS], knownAllowance[ROWS];
  d_step {
    limit[OUTER] = LIMIT0; limit[INNER] = LIMIT1; limited[OUTER] = true; limited[INNER] = (SETS == 0);
    used[INNER] = 1 + FILES; used[OUTER] = 2 + FILES; files[INNER] = FILES;
    knownUse[ROW(OUTER, 0)] = used[OUTER]; knownUse[ROW(INNER, 0)] = used[INNER];
    divide(OUTER); divide(INNER);
    do :: d < ROWS -> store(d); d++ :: else -> break od }
  atomic {
    do :: n < WRITERS -> run Writer(); n++ :: else -> break od;
#if SETS > 0
    run SetQuota()
#endif
  } }
