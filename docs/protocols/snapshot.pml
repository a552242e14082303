/* Snapshots of one directory, taken and deleted by node 0, against writes below it: by both nodes, and by a transaction that knows
   its row by the number alone, as the recovery of a lease does.

   A write changes two rows: the entry of a file, and the directory that the file is in. It has to know the latest snapshot of the
   directory above: before it changes a row that this snapshot shows, it keeps the row's version (KeptRows). A node's write takes the
   number of the latest snapshot from its node's cache. So taking a snapshot is a round like a change of the directory's permission
   (permission.pml): it turns back writes that have not been sealed, waits for those that have, and while it is under way writes
   lock the directory's row SHARED, which the round holds. A transaction that knows a number alone climbs to the directory, and locks
   the root and then the directory SHARED. Readers read the present row of each, and then the versions (SnapshotMoment).

   What must hold of each snapshot, until it is deleted: it shows of each row what was there at the moment when it was committed, which
   is between its call and its return. Writes commit both rows at once, so it has a write as a whole or not at all, and has each
   write that had ended when it was called. A row's content is the set of writes that it has seen.

   Sessions, fences and doubts are in permission.pml. -DNO_<RULE> takes a rule away. Bounds: WRITES by the two nodes, CLIMBS of
   transactions that know a number alone, TAKES and DELETES of snapshots. ALLOW: no snapshots may be taken at the beginning; ABSENT: the file is not there yet; REMOVES:
   the second write removes it. */
#ifndef WRITES
#define WRITES 2
#endif
#ifndef CLIMBS
#define CLIMBS 1
#endif
#ifndef TAKES
#define TAKES 1
#endif
#ifndef DELETES
#define DELETES 0
#endif
#ifndef REMOVES
#define REMOVES false
#endif
#define NUMBERS (TAKES + 1)
#define NODES_WRITES 7          /* those that change both rows */
#define FILE 0                  /* the row of the entry */
#define DIRECTORY 1             /* the row of the directory that the entry is in */
#define ROWS 2
#define UNKNOWN 255
#define BIT(x) (1 << (x))
#define HAS(set, x) (((set) >> (x)) & 1)
#define VERSION(r, n) ((r) * NUMBERS + (n))

/* The store: the directory of which snapshots are taken. */
bool allowed;
byte latest;                    /* the number of its latest snapshot; 0 if it has none */
byte taken;                     /* the latest number that was given */
byte snapshots;                 /* the numbers of those that exist */
bool locked;                    /* its row is held exclusively */
byte sharing;
bool rootLocked;                /* the row of the file system's root is held exclusively */
byte rootSharing;

/* The store: rows below, with what of them is kept. */
bool there[ROWS];
byte content[ROWS];
byte since[ROWS];               /* the latest snapshot that does not show the row as it is */
byte rowLocked[ROWS];           /* the process that holds it */
bool kept[ROWS * NUMBERS];      /* a version is kept, until this snapshot */
byte keptContent[ROWS * NUMBERS];
byte keptSince[ROWS * NUMBERS];

/* The nodes. */
byte known[2] = UNKNOWN;        /* what the cache has as the latest snapshot */
bool pending[2];
byte crossings[2];
byte sealed[2];
byte round;                     /* the INV that exists; 0 if none */
byte heard;                     /* the latest INV that node 1 has seen */
byte acked;                     /* the latest INV that it acknowledged */

/* What happened. */
byte ended;                     /* the writes that have ended */
byte then[ROWS * NUMBERS];      /* what was there when the snapshot was committed */

#ifdef NO_TURN_BACK_CROSSED
#define TURNED(m, seen) false
#else
#define TURNED(m, seen) (crossings[m] != seen)
#endif
#ifdef NO_AWAIT_SEALED
#define AWAITED(m) false
#else
#define AWAITED(m) (sealed[m] > 0)
#endif
#ifdef NO_LOCK_BELOW_PENDING
#define LOCKS(m) false
#else
#define LOCKS(m) pending[m]
#endif
#ifdef NO_KEEP_ONCE
#define SHOWN(r) (seen > 0)
#else
#define SHOWN(r) (since[r] < seen)
#endif

/* Keeps what snapshot `seen` shows of a row that is about to change. */
inline keep(r) {
#ifndef NO_KEEP_BEFORE_CHANGE
  if
  :: there[r] && SHOWN(r) ->
     kept[VERSION(r, seen)] = true; keptContent[VERSION(r, seen)] = content[r]; keptSince[VERSION(r, seen)] = since[r]
  :: else
  fi;
#endif
  if :: there[r] && since[r] < seen -> since[r] = seen :: else fi }

/* The change of both rows, after the version of each was kept: the entry appears, is written to, or goes. */
inline commit(id) {
  keep(DIRECTORY); content[DIRECTORY] = content[DIRECTORY] | BIT(id);
  if
  :: there[FILE] && removes ->
#ifndef NO_KEEP_WHAT_IS_REMOVED
     keep(FILE);
#endif
     there[FILE] = false; content[FILE] = 0; since[FILE] = 0
  :: there[FILE] && !removes -> keep(FILE); content[FILE] = content[FILE] | BIT(id)
  :: else ->
     there[FILE] = true; content[FILE] = BIT(id);
#ifndef NO_MADE_SINCE
     since[FILE] = seen
#endif
  fi;
  ended = ended | BIT(id) }

inline lockRows() {
  if
  :: d_step { rowLocked[DIRECTORY] == 0 -> rowLocked[DIRECTORY] = _pid }
  :: atomic { rowLocked[DIRECTORY] != 0 -> goto over }
  fi;
  if
  :: d_step { rowLocked[FILE] == 0 -> rowLocked[FILE] = _pid }
  :: atomic { rowLocked[FILE] != 0 -> goto over }
  fi }

inline unlockRows() {
  if :: rowLocked[DIRECTORY] == _pid -> rowLocked[DIRECTORY] = 0 :: else fi;
  if :: rowLocked[FILE] == _pid -> rowLocked[FILE] = 0 :: else fi }

/* A write of a node. One that is turned back, or finds a row locked, ends here; it would begin again as another one. */
proctype Write(byte m; byte id; bool removes) {
  byte seen, crossed; bool byLock, shares, seals;
  d_step { byLock = LOCKS(m); crossed = crossings[m] };
  if
  :: d_step { !byLock && known[m] != UNKNOWN -> seen = known[m] }
  :: d_step { !byLock && known[m] == UNKNOWN -> seen = latest }
  :: d_step { byLock && !locked -> sharing++; shares = true; seen = latest }
  :: atomic { byLock && locked -> goto over }
  fi;
  lockRows();
  if
  :: d_step { byLock || !TURNED(m, crossed) -> if :: !byLock -> sealed[m]++; seals = true :: else fi }
  :: atomic { !byLock && TURNED(m, crossed) -> goto over }
  fi;
  d_step { commit(id) };
over:
  atomic { unlockRows();
    if :: seals -> sealed[m]-- :: else fi;
    if :: shares -> sharing-- :: else fi;
    seen = 0; crossed = 0; byLock = false; shares = false; seals = false } }

/* A write of the file's row by its number alone. Its process has no cache, and hears of no round. */
proctype Climb(byte id) {
  byte seen; bool shares, rootShares;
  d_step { rowLocked[FILE] == 0 -> rowLocked[FILE] = _pid };
#ifndef NO_LOCK_ROOT_TO_CLIMB
  if
  :: d_step { !rootLocked -> rootSharing++; rootShares = true }
  :: atomic { rootLocked -> goto over }
  fi;
#endif
  if
  :: d_step { taken == 0 || !allowed -> seen = 0 }
  :: atomic { taken > 0 && allowed ->
#ifdef NO_LOCK_WHERE_SNAPSHOTS_ARE
     seen = latest
#else
     if
     :: d_step { !locked -> sharing++; shares = true; seen = latest }
     :: locked -> goto over
     fi
#endif
     }
  fi;
  d_step {
    if
    :: there[FILE] -> keep(FILE); content[FILE] = content[FILE] | BIT(id)
    :: else
    fi };
over:
  atomic { unlockRows();
    if :: shares -> sharing-- :: else fi;
    if :: rootShares -> rootSharing-- :: else fi;
    seen = 0; shares = false; rootShares = false } }

/* Has all nodes drop the directory's entry, under its lock; the writes below are turned back, or have ended. */
inline tell() {
  d_step { pending[0] = true; known[0] = UNKNOWN; crossings[0]++ };
  d_step { !AWAITED(0) -> told++; round = told };
  d_step { acked == round }
}
inline told_over() { locked = false; pending[0] = false; round = 0 }

proctype Snapshots() {
  byte told, number, deleted, rest, n;
#ifdef ALLOW
  d_step { !locked && sharing == 0 -> locked = true };
  d_step { rootSharing == 0 -> rootLocked = true };
  tell();
  d_step { allowed = true; rootLocked = false; told_over() };
#endif
take:
  if
  :: number < TAKES
  :: number == TAKES -> goto over
  fi;
  number++;
  rest = ended;
  d_step { !locked && sharing == 0 -> locked = true };
  tell();
  /* The first number of all is taken under the root's lock. */
  if
  :: taken > 0
  :: d_step { taken == 0 && rootSharing == 0 -> rootLocked = true }
  fi;
  d_step {
#ifdef NO_NUMBER_ONCE
    n = latest + 1;
#else
    n = taken + 1;
#endif
    taken = n; latest = n; snapshots = snapshots | BIT(n); rootLocked = false;
    then[VERSION(FILE, n)] = content[FILE]; then[VERSION(DIRECTORY, n)] = content[DIRECTORY];
    assert((content[DIRECTORY] & rest) == (rest & NODES_WRITES));
    rest = 0; told_over() };
  if
  :: atomic { deleted < DELETES -> deleted++ };
     d_step { !locked && sharing == 0 -> locked = true };
     tell();
     d_step { snapshots = snapshots & ~BIT(n);
       latest = 0; rest = 1; do :: rest < NUMBERS -> if :: HAS(snapshots, rest) -> latest = rest :: else fi; rest++ :: else -> break od;
       rest = 0; told_over() }
  :: skip
  fi;
  goto take;
over:
  skip }

/* Node 1 hears of rounds; both fill their caches. */
proctype Node(byte m) {
  do
  :: d_step { m == 1 && round > heard -> heard = round; pending[1] = true; known[1] = UNKNOWN; crossings[1]++ }
  :: d_step { m == 1 && round > 0 && heard == round && acked < round && !AWAITED(1) -> acked = round }
  :: d_step { m == 1 && round == 0 && pending[1] -> pending[1] = false }
  :: d_step { known[m] == UNKNOWN && !pending[m] -> known[m] = latest }
  :: timeout -> break
  od }

/* Removes the versions that no snapshot shows any more, a row at a time. */
proctype CleanUp() {
  byte r, n, other; bool shown;
end_idle:
  do
  :: d_step { rowLocked[r] == 0 && kept[VERSION(r, n)] ->
       shown = false; other = 1;
       do
       :: other < NUMBERS ->
#ifdef NO_CLEAN_UP_UNSHOWN
          if :: other == n && HAS(snapshots, other) -> shown = true :: else fi;
#else
          if :: other <= n && other > keptSince[VERSION(r, n)] && HAS(snapshots, other) -> shown = true :: else fi;
#endif
          other++
       :: else -> break
       od;
       if :: !shown -> kept[VERSION(r, n)] = false; keptContent[VERSION(r, n)] = 0; keptSince[VERSION(r, n)] = 0 :: else fi;
       shown = false; other = 0 };
     goto over
  :: n + 1 < NUMBERS -> n++
  :: r + 1 < ROWS -> r++; n = 0
  :: goto over
  od;
over:
  skip }

/* What snapshot n shows of row r: the version that is kept for it, or nothing; and the row if it is as it was. */
inline version() {
  x = n;
  do
  :: x < NUMBERS && !kept[VERSION(r, x)] -> x++
  :: else -> break
  od;
  if :: x < NUMBERS && keptSince[VERSION(r, x)] < n -> shows = keptContent[VERSION(r, x)] :: else fi;
  x = 0 }
inline present() { if :: there[r] && since[r] < n -> found = true; shows = content[r] :: else fi }

/* Reads a row of a snapshot, at any time. */
proctype Read() {
  byte n, r, x, shows; bool found;
end_none:
  if
  :: HAS(snapshots, 1) -> n = 1
#if TAKES > 1
  :: HAS(snapshots, 2) -> n = 2
#endif
  fi;
  if :: r = FILE :: r = DIRECTORY fi;
#ifdef NO_PRESENT_ROWS_FIRST
  d_step { version() };
  d_step { present() };
#else
  d_step { present() };
  if :: d_step { !found -> version() } :: found fi;
#endif
  d_step { assert(!HAS(snapshots, n) || shows == then[VERSION(r, n)]); n = 0; r = 0; shows = 0; found = false } }

init {
  d_step {
#ifndef ALLOW
    allowed = true;
#endif
    there[DIRECTORY] = true;
#ifndef ABSENT
    there[FILE] = true; content[FILE] = BIT(4)
#endif
  }
  atomic {
    run Node(0); run Node(1); run Write(1, 0, false); run Snapshots(); run Read();
#if WRITES > 1
    run Write(0, 1, REMOVES);
#endif
#if WRITES > 2
    run Write(1, 2, false);
#endif
#if CLIMBS > 0
    run Climb(3);
#endif
#if DELETES > 0
    run CleanUp()
#endif
  } }
