/* A subtree operation against writes below it: the directory rename of node LEADER, creates of both nodes that resolved
   the old path, with joins, lost sessions, zombies and commits in doubt.

   The prefix INV is acknowledged only when the member's own writes below the prefix have ended, and until it is removed new
   ones are refused. What must hold: a create that found the old path has committed or rolled back when the rename commits.

   Names, sets and what is atomic are as in coherence.pml. -DNO_<RULE> takes a rule of CoherenceRule away. Bounds: LIVES,
   CREATES (of either node), LOSSES, DOUBTS. ALONE: node 1 joins later; LEADER: the node that renames. */
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
bool moved;
byte open[NAMES];               /* transactions that hold this writer's row shared */
byte fenced;

/* The coordinator. */
byte registered;
bool inv;                       /* the prefix INV exists */
byte by = NOBODY;               /* the name that leads the rename */
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
bool pending[NODES];            /* the prefix INV of another */
bool owed[NODES];               /* which is not acknowledged yet */
bool own[NODES];                /* the own rename is pending */
byte below[NODES];              /* own creates in flight below the prefix */
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
#ifdef NO_REFUSE_BELOW_PENDING
#define REFUSES(m) false
#else
#define REFUSES(m) (pending[m] || own[m])
#endif

inline end_session(m) {
  member[m] = false; admits[m] = false; surveyed[m] = false; view[m] = 0; awaited[m] = 0; strangers[m] = 0;
  joiners[m] = 0; pending[m] = false; owed[m] = false }

/* One create of node m below the prefix. */
proctype Create(byte m) {
  byte name; bool found;
end_unasked:
  d_step { MAYWRITE(m) && !HAS(fenced, NAME(m)) && !REFUSES(m) -> name = NAME(m); open[name]++ }
  /* The writer's row is held: the lease, and what is pending. From here it counts as in flight. */
  if
#ifdef NO_LEASE_BEFORE_WRITE
  :: d_step { MAYWRITE(m) && !REFUSES(m) -> below[m]++ }
  :: atomic { !MAYWRITE(m) || REFUSES(m) -> goto ended }
#else
  :: d_step { lease[m] && NAME(m) == name && MAYWRITE(m) && !REFUSES(m) -> below[m]++ }
  :: atomic { !lease[m] || NAME(m) != name || !MAYWRITE(m) || REFUSES(m) -> goto ended }
#endif
  fi;
  d_step { found = !moved };
  if
  :: d_step { found -> assert(!moved); open[name]--; below[m]-- }
  :: d_step { !found -> open[name]--; below[m]-- }
  :: d_step { found && doubts < DOUBTS -> doubts++;
       if :: NAME(m) == name && member[m] -> lease[m] = false; end_session(m) :: else fi;
#ifdef NO_PENDING_WHILE_IN_DOUBT
       below[m]--
#endif
     }
     if
     :: d_step { assert(!moved); open[name]-- }
     :: d_step { open[name]-- }
     fi;
     d_step { open[name] == 0 -> fenced = fenced | BIT(name);
#ifndef NO_PENDING_WHILE_IN_DOUBT
       below[m]--
#endif
     }
  fi;
  goto over;
ended:
  atomic { open[name]-- }
over:
  skip }

/* The rename, by node m. It takes no lock before its round is over. */
proctype Rename(byte m) {
  byte name;
end_unasked:
  d_step { admits[m] && lease[m] && !pending[m] && !HAS(fenced, NAME(m)) -> name = NAME(m); by = name; open[name]++; own[m] = true }
  /* First its own node: no create is in flight below any more, and none begins. */
  if
  :: d_step { below[m] == 0 && NAME(m) == name && member[m] -> asked = view[m] }
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
  d_step { moved = true; open[name]--; own[m] = false; if :: HAS(registered, name) && NAME(m) == name -> inv = false :: else fi };
  goto over;
failed:
  atomic { open[name]--; own[m] = false; if :: HAS(registered, name) && NAME(m) == name -> inv = false :: else fi }
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
  :: d_step { member[m] && inv && !pending[m] && by != NAME(m) -> pending[m] = true; owed[m] = true }
#ifdef NO_QUIESCE_BEFORE_ACK
  :: d_step { member[m] && owed[m] -> owed[m] = false; acked = acked | BIT(NAME(m)) }
#else
  :: d_step { member[m] && owed[m] && below[m] == 0 -> owed[m] = false; acked = acked | BIT(NAME(m)) }
#endif
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
       pending[m] = inv; owed[m] = inv;
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
    run Node(0); run Node(1); run Rename(LEADER); run Create(1);
#if CREATES > 1
    run Create(0);
#endif
#if CREATES > 2
    run Create(1)
#endif
  } }
