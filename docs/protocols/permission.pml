/* A change of a directory's owner, group or permission against writes below it: the change is made by node LEADER, creates
   by both nodes, with joins, lost sessions, zombies and commits in doubt.

   A create resolves the directory without a lock, from its node's cache, and checks its permission. An INV of the change
   crosses such creates: one that has not passed its last check yet is turned back there; one that has is waited for before
   the INV is acknowledged. While the INV is pending, creates resolve the directory under a shared lock of its row, which the
   change holds exclusively until it ends. What must hold: a create that found the old permission commits before the change.

   Names, sets and what is atomic are as in coherence.pml. -DNO_<RULE> takes a rule of CoherenceRule away. Bounds: LIVES,
   CREATES (of either node), LOSSES, DOUBTS. ALONE: node 1 joins later; LEADER: the node that makes the change. */
#ifndef LIVES
#define LIVES 2
#endif
#ifndef CREATES
#define CREATES 3
#endif
#ifndef LOSSES
#define LOSSES 1
#endif
#ifndef DOUBTS
#define DOUBTS 0
#endif
#ifndef LEADER
#define LEADER 0
#endif
#define NODES 2
#define NAMES (NODES * LIVES)
#define BIT(x) (1 << (x))
#define HAS(set, x) (((set) >> (x)) & 1)
#define NAME(m) ((m) * LIVES + life[m])
#define NOBODY 255

/* The store. */
bool changed;                   /* the change is committed */
bool locked;                    /* the change holds the directory's row exclusively */
byte sharing;                   /* creates that hold it shared */
byte open[NAMES];               /* transactions that hold this writer's row shared */
byte fenced;

/* The coordinator. */
byte registered;
bool inv;                       /* the INV exists */
byte by = NOBODY;               /* the name that leads the change */
byte acked;                     /* names */

/* The nodes. */
byte life[NODES];
bool lease[NODES];
bool member[NODES];
bool admits[NODES];
bool surveyed[NODES];
byte view[NODES];
byte awaited[NODES];
byte strangers[NODES];
byte joiners[NODES];
bool pending[NODES];            /* the INV of another */
bool owed[NODES];               /* which is not acknowledged yet */
bool own[NODES];                /* the own change is pending */
byte crossings[NODES];          /* how often an INV has crossed the creates in flight here */
byte sealed[NODES];             /* own creates that resolved without a lock and have passed their last check */
byte asked;                     /* whose ACK the round needs */
byte losses, doubts;

#ifdef NO_FENCE_BEFORE_SUBTREE
#define EXCUSED(j) (!HAS(registered, j))
#else
#define EXCUSED(j) (!HAS(registered, j) && HAS(fenced, j))
#endif
#ifdef NO_FENCE_BEFORE_LEAVING_VIEW
#define FORGOTTEN(j) true
#else
#define FORGOTTEN(j) HAS(fenced, j)
#endif
#ifdef NO_WRITE_AFTER_JOIN
#define MAYWRITE(m) member[m]
#else
#define MAYWRITE(m) admits[m]
#endif
#ifdef NO_LOCK_BELOW_PENDING
#define LOCKS(m) false
#else
#define LOCKS(m) (pending[m] || own[m])
#endif
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

inline end_session(m) {
  member[m] = false; admits[m] = false; surveyed[m] = false; view[m] = 0; awaited[m] = 0; strangers[m] = 0;
  joiners[m] = 0; pending[m] = false; owed[m] = false }

inline unlock() { if :: shares -> sharing--; shares = false :: else fi }
inline unseal() { if :: !byLock -> sealed[m]-- :: else fi }

/* One create of node m below the directory. */
proctype Create(byte m) {
  byte name; byte seen; bool byLock, shares, old;
end_unasked:
  d_step { MAYWRITE(m) && !HAS(fenced, NAME(m)) -> name = NAME(m); open[name]++ }
  /* The writer's row is held: the lease, and what is pending. From here it counts as in flight. */
  if
#ifdef NO_LEASE_BEFORE_WRITE
  :: d_step { MAYWRITE(m) -> byLock = LOCKS(m); seen = crossings[m] }
  :: atomic { !MAYWRITE(m) -> goto ended }
#else
  :: d_step { lease[m] && NAME(m) == name && MAYWRITE(m) -> byLock = LOCKS(m); seen = crossings[m] }
  :: atomic { !lease[m] || NAME(m) != name || !MAYWRITE(m) -> goto ended }
#endif
  fi;
  if
  :: d_step { !byLock -> old = !changed }
  :: d_step { byLock && !locked -> sharing++; shares = true; old = !changed }
  /* The store bounds the wait for a lock: the change may wait for the fence of this writer. */
  :: atomic { byLock && locked -> goto ended }
  fi;
  if
  :: d_step { byLock || !TURNED(m, seen) -> if :: !byLock -> sealed[m]++ :: else fi }
  :: atomic { !byLock && TURNED(m, seen) -> goto ended }
  fi;
  if
  :: d_step { assert(!old || !changed); open[name]--; unseal(); unlock() }
  :: d_step { doubts < DOUBTS -> doubts++;
       if :: NAME(m) == name && member[m] -> lease[m] = false; end_session(m) :: else fi;
#ifdef NO_PENDING_WHILE_IN_DOUBT
       unseal()
#endif
     }
     if
     :: d_step { assert(!old || !changed); open[name]--; unlock() }
     :: d_step { open[name]--; unlock() }
     fi;
     d_step { open[name] == 0 -> fenced = fenced | BIT(name);
#ifndef NO_PENDING_WHILE_IN_DOUBT
       unseal()
#endif
     }
  fi;
  goto over;
ended:
  atomic { open[name]-- }
over:
  skip }

inline end_change() {
  locked = false; open[name]--; own[m] = false; if :: HAS(registered, name) && NAME(m) == name -> inv = false :: else fi }

/* The change, by node m. It holds the row during its round. */
proctype Change(byte m) {
  byte name;
end_unasked:
  d_step { admits[m] && lease[m] && !HAS(fenced, NAME(m)) -> name = NAME(m); by = name; open[name]++ }
  d_step { sharing == 0 -> locked = true }
  /* First its own node: creates are crossed or waited for, and new ones lock. */
  if
  :: d_step { lease[m] && NAME(m) == name -> own[m] = true; crossings[m]++ }
  :: atomic { !lease[m] || NAME(m) != name -> goto failed }
  fi;
  if
  :: d_step { !AWAITED(m) && NAME(m) == name && member[m] -> asked = view[m] }
  :: atomic { NAME(m) != name || !member[m] -> goto failed }
  fi;
  if
  :: asked == 0
  :: asked != 0 ->
     if
     :: d_step { HAS(registered, name) -> inv = true }
     :: atomic { !HAS(registered, name) -> goto failed }
     fi;
#define SATISFIED(j) (!HAS(asked, j) || HAS(acked, j) || EXCUSED(j))
     if
#if NAMES > 4
     :: atomic { SATISFIED(0) && SATISFIED(1) && SATISFIED(2) && SATISFIED(3) && SATISFIED(4) && SATISFIED(5) && lease[m] && NAME(m) == name }
#else
     :: atomic { SATISFIED(0) && SATISFIED(1) && SATISFIED(2) && SATISFIED(3) && lease[m] && NAME(m) == name }
#endif
     :: atomic { !lease[m] || NAME(m) != name -> goto failed }
     fi
  fi;
  d_step { changed = true; end_change() };
  goto over;
failed:
  atomic { end_change() }
over:
  skip }

#define ON_JOIN(j) d_step { member[m] && j != NAME(m) && HAS(registered, j) && !HAS(view[m], j) -> \
    view[m] = view[m] | BIT(j); joiners[m] = joiners[m] | BIT(j) }
#define ACK_JOIN(j) d_step { member[m] && HAS(joiners[m], j) && !(own[m] && !HAS(asked, j)) -> \
    joiners[m] = joiners[m] & ~BIT(j); \
    if :: NAME((j) / LIVES) == j -> awaited[(j) / LIVES] = awaited[(j) / LIVES] & ~BIT(NAME(m)) :: else fi }
#define FENCE(j) d_step { member[m] && !HAS(registered, j) && !HAS(fenced, j) && open[j] == 0 && \
    (HAS(view[m], j) || HAS(strangers[m], j) || (own[m] && HAS(asked, j)) || (pending[m] && by == j)) -> fenced = fenced | BIT(j) }
#define GIVE_UP(j) d_step { member[m] && HAS(awaited[m], j) && !HAS(registered, j) && HAS(fenced, j) -> \
    awaited[m] = awaited[m] & ~BIT(j) }
#define LEAVE_VIEW(j) d_step { member[m] && HAS(view[m], j) && !HAS(registered, j) && FORGOTTEN(j) -> \
    view[m] = view[m] & ~BIT(j); joiners[m] = joiners[m] & ~BIT(j) }
#define ABOUT(j) ON_JOIN(j) :: ACK_JOIN(j) :: FENCE(j) :: GIVE_UP(j) :: LEAVE_VIEW(j)
#define OPEN(j) (((open[j] > 0 && (j) / LIVES != m && !HAS(view[m], j)) -> BIT(j) : 0))
#if NAMES > 4
#define ALLOPEN (OPEN(0) | OPEN(1) | OPEN(2) | OPEN(3) | OPEN(4) | OPEN(5))
#else
#define ALLOPEN (OPEN(0) | OPEN(1) | OPEN(2) | OPEN(3))
#endif

proctype Node(byte m) {
  do
  :: d_step { member[m] && inv && !pending[m] && by != NAME(m) -> pending[m] = true; owed[m] = true; crossings[m]++ }
  :: d_step { member[m] && owed[m] && !AWAITED(m) -> owed[m] = false; acked = acked | BIT(NAME(m)) }
  :: d_step { member[m] && !inv && pending[m] -> pending[m] = false; owed[m] = false }
  :: d_step { member[m] && inv && pending[m] && !HAS(registered, by) && HAS(fenced, by) -> inv = false }
  :: ABOUT(0) :: ABOUT(1) :: ABOUT(2) :: ABOUT(3)
#if NAMES > 4
  :: ABOUT(4) :: ABOUT(5)
#endif
  :: d_step { lease[m] && losses < LOSSES -> losses++; lease[m] = false }
  :: d_step { !lease[m] && member[m] && HAS(registered, NAME(m)) -> lease[m] = true }
  :: d_step { !lease[m] && HAS(registered, NAME(m)) -> registered = registered & ~BIT(NAME(m)) }
  :: d_step { member[m] && !lease[m] && !HAS(registered, NAME(m)) -> end_session(m) }
  :: d_step { !member[m] && !HAS(registered, NAME(m)) && life[m] + 1 < LIVES ->
       life[m]++; registered = registered | BIT(NAME(m));
       view[m] = registered & ~BIT(NAME(m)); awaited[m] = view[m];
       pending[m] = inv; owed[m] = inv; if :: inv -> crossings[m]++ :: else fi;
       member[m] = true; lease[m] = true }
  :: d_step { member[m] && !surveyed[m] -> surveyed[m] = true;
#ifndef NO_FENCE_STRANGERS
       strangers[m] = ALLOPEN
#endif
     }
  :: d_step { strangers[m] & fenced -> strangers[m] = strangers[m] & ~fenced }
  :: d_step { member[m] && !admits[m] && surveyed[m] && awaited[m] == 0 && strangers[m] == 0 -> admits[m] = true }
  :: timeout -> break
  od }

init {
  byte m;
  d_step {
#ifdef ALONE
    registered = BIT(NAME(0));
#else
    registered = BIT(NAME(0)) | BIT(NAME(1));
#endif
    m = 0;
    do
    :: m < NODES ->
       if
       :: HAS(registered, NAME(m)) ->
          lease[m] = true; member[m] = true; admits[m] = true; surveyed[m] = true;
          view[m] = registered & ~BIT(NAME(m))
       :: else
       fi;
       m++
    :: else -> break
    od;
    m = 0 }
  atomic {
    run Node(0); run Node(1); run Change(LEADER); run Create(1);
#if CREATES > 1
    run Create(0);
#endif
#if CREATES > 2
    run Create(1)
#endif
  } }
