/* One cached entry, NODES NameNodes that may cache it, WRITES writes that change it.

   A node has a name for each of its incarnations: node m has the names m*LIVES .. m*LIVES+LIVES-1, and a name is never
   used twice. Sets of names and of writes are bit masks. What is atomic here is one event of the protocol core, one
   statement of the store, or one change at the coordinator; anything may happen between two of them.

   An entry is of one of two kinds: with -DMARKED it is a directory's times, which are cached only while its row is marked,
   and whose writers leave out the round when it is not; without, every write leads a round.

   -DNO_<RULE> takes a rule away; the names are those of the Java enum CoherenceRule. Bounds: NODES, LIVES (incarnations
   of a node), WRITES (by WRITER0, WRITER1), READS by node READER0 and, if it is set, READER1, LOSSES (of a session),
   LEAVES (by an idle node), DOUBTS (commits whose answer is lost). ALONE: node 1 joins later.

   -DVALIDATES=n adds an instance that validates: two requests at a time, n reads each. It caches the entry although it is
   no member, and asks the change feed instead; the number of the newest commit in the feed is the version. With -DALONE,
   -DWRITER0=1 and -DLEAVES=1, node 1 is what the writes of such an instance are: a member that holds nothing, for one write. */
#ifndef NODES
#define NODES 2
#endif
#ifndef LIVES
#define LIVES 2
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifndef WRITER0
#define WRITER0 0
#endif
#ifndef WRITER1
#define WRITER1 1
#endif
#ifndef READER0
#define READER0 1
#endif
#ifndef READS
#define READS 2
#endif
#ifndef LOSSES
#define LOSSES 1
#endif
#ifndef LEAVES
#define LEAVES 0
#endif
#ifndef DOUBTS
#define DOUBTS 0
#endif

#define NAMES (NODES * LIVES)
#define BIT(x) (1 << (x))
#define HAS(set, x) (((set) >> (x)) & 1)
#define NAME(m) ((m) * LIVES + life[m])
#define UNLOCKED 255

/* The store. */
byte version;                   /* what the row holds, as a count of its changes */
bool marked;                    /* the mark of the row */
byte locked = UNLOCKED;         /* the write that holds the row exclusively */
byte open[NAMES];               /* transactions that hold this writer's row shared */
byte fenced;                    /* names that begin no transaction any more */

/* The coordinator. */
byte registered;                /* names */
byte invs;                      /* INVs that exist, by write */
byte by[WRITES];                /* the name under which a write was begun */
byte acked[WRITES];             /* the names that acknowledged its INV */

/* The nodes. */
byte life[NODES];               /* which of its names a node has */
bool lease[NODES];              /* it can prove that its session lives */
bool member[NODES];             /* it has not noticed that its session is over */
bool admits[NODES];
bool surveyed[NODES];
byte view[NODES];               /* names */
byte awaited[NODES];            /* names whose join ACK, or fence, the own join waits for */
byte strangers[NODES];          /* names to be fenced that had vanished before */
byte joiners[NODES];            /* names whose join is not acknowledged yet */
byte pending[NODES];            /* INVs of others, by write */
byte late[NODES];               /* of these, the ones not invalidated yet: only without a rule */
byte own[NODES];                /* own writes that are pending */
byte flying[NODES];             /* own rounds in flight */
byte asked[WRITES];             /* whose ACK a round needs: the view when it began */
bool cached[NODES];
byte value[NODES];
bool crossed[NODES];            /* an INV arrived since the read under way began */
bool outlived[NODES];           /* that read began before this incarnation admitted anything */
byte losses, leaves, doubts;

/* The instance that validates. */
bool vcached;
byte vvalue;
byte vposition;                 /* the commit up to which it has forgotten what changed */
bool vasking;                   /* a question to the feed is under way: one is at a time */
byte vasked, vanswered;         /* the number of the last question, and of the last one that was answered */

/* What tells whether a transaction that nobody else knows of is over: a fence returns only then. */
#define QUIET(n) (open[n] == 0)
#ifdef NO_FENCE_BEFORE_JOIN
#define JOINFENCE(n) true
#else
#define JOINFENCE(n) HAS(fenced, n)
#endif
#ifdef NO_FENCE_BEFORE_REMOVAL
#define REMOVALFENCE(n) true
#else
#define REMOVALFENCE(n) HAS(fenced, n)
#endif
#ifdef NO_LEASE_BEFORE_READ
#define SERVES(m) cached[m]
#else
#define SERVES(m) (lease[m] && cached[m])
#endif

/* Reads of node m: from the cache, or of the committed row, which then may enter the cache. */
proctype Reader(byte m) {
  byte n, v; bool free;
  do
  :: n < READS -> n++;
     if
     :: d_step { SERVES(m) -> assert(value[m] == version) }
     :: d_step { !SERVES(m) ->
          free = pending[m] == 0 && own[m] == 0; crossed[m] = false; outlived[m] = !admits[m];
#ifdef NO_BEGIN_FILL_CHECK
          free = true;
#endif
#ifdef NO_FILL_AFTER_ADMISSION
          outlived[m] = false;
#endif
        }
#if defined(MARKED) && !defined(NO_MARK_BEFORE_TIMES)
        /* Marked already: read. Else: set the mark in a transaction, and read under its lock. */
        if
        :: d_step { marked -> v = version }
        :: d_step { !marked && locked == UNLOCKED -> marked = true; v = version }
        fi;
#else
        d_step { v = version };
#endif
        d_step {
          if
#ifdef NO_FILL_GUARD
          :: lease[m] && admits[m] && free && !outlived[m] -> cached[m] = true; value[m] = v
#else
          :: lease[m] && admits[m] && free && !outlived[m] && !crossed[m] -> cached[m] = true; value[m] = v
#endif
          :: else
          fi;
          v = 0; free = false }
     fi
  :: break
  od }

#ifdef VALIDATES
/* Waits for a question that was asked after this request came, which others may ask: what was committed after the position?
   Whoever asks it forgets that, and the instance is at the new position. */
inline validate() {
#ifdef NO_ASK_AFTER_ARRIVAL
  d_step { shared = (vasking -> vasked : vasked + 1) };
#else
  d_step { shared = vasked + 1 };
#endif
  do
  :: atomic { vanswered >= shared } -> break
  :: atomic { vanswered < shared && !vasking -> vasking = true; vasked++ };
     d_step { answer = version };
     d_step {
       if :: answer != vposition -> vcached = false; vposition = answer :: else fi;
       vanswered = vasked; vasking = false }
  od;
  skip }

/* One request after another. The instance may be frozen between any two steps, as may the store and the others. */
proctype Validator() {
  byte n, begun, before, answer, shared, v;
  do
  :: n < VALIDATES -> n++;
     d_step { begun = version };
#ifndef NO_VALIDATE_BEFORE_READ
     validate();
#endif
     if
     :: d_step { vcached -> assert(vvalue >= begun) }
     :: d_step { !vcached -> before = vposition };
        d_step { v = version };
#ifdef NO_VALIDATE_BEFORE_FILL
        d_step { vcached = true; vvalue = v }
#else
        validate();
        d_step { if :: vposition == before -> vcached = true; vvalue = v :: else fi }
#endif
     fi
  :: break
  od }
#endif

inline forget(m) { cached[m] = false; crossed[m] = true }

/* Carries out a fence of name x: the flag stops further transactions, and it returns when none is open. */
inline fence(x) { fenced = fenced | BIT(x) }

/* The events of node m. */
#define ON_INV(w) d_step { member[m] && HAS(invs, w) && !HAS(pending[m], w) && by[w] != NAME(m) -> \
    pending[m] = pending[m] | BIT(w); acked[w] = acked[w] | BIT(NAME(m)); INVALIDATE(w) }
#ifdef NO_INVALIDATE_BEFORE_ACK
#define INVALIDATE(w) late[m] = late[m] | BIT(w)
#else
#define INVALIDATE(w) forget(m)
#endif
#define ON_END(w) d_step { member[m] && !HAS(invs, w) && HAS(pending[m], w) -> \
    if :: HAS(late[m], w) -> forget(m); late[m] = late[m] & ~BIT(w) :: else fi; \
    pending[m] = pending[m] & ~BIT(w) }
/* Someone joined: it is in the view at once; its join is acknowledged when no round is in flight that did not ask it. */
#define ON_JOIN(j) d_step { member[m] && j != NAME(m) && HAS(registered, j) && !HAS(view[m], j) -> \
    view[m] = view[m] | BIT(j); joiners[m] = joiners[m] | BIT(j) }
#ifdef NO_ACKNOWLEDGE_JOIN_WHEN_IDLE
#define WITHOUT(w, j) false
#else
#define WITHOUT(w, j) (HAS(flying[m], w) && !HAS(asked[w], j))
#endif
#if WRITES > 1
#define ACK_JOIN(j) d_step { member[m] && HAS(joiners[m], j) && !WITHOUT(0, j) && !WITHOUT(1, j) -> TELL(j) }
#else
#define ACK_JOIN(j) d_step { member[m] && HAS(joiners[m], j) && !WITHOUT(0, j) -> TELL(j) }
#endif
#define TELL(j) joiners[m] = joiners[m] & ~BIT(j); \
    if :: NAME((j) / LIVES) == j -> awaited[(j) / LIVES] = awaited[(j) / LIVES] & ~BIT(NAME(m)) :: else fi
/* Whoever is heard to have departed is fenced; then the join does without it, and it leaves the view. */
#define FENCE(j) d_step { member[m] && !HAS(registered, j) && !HAS(fenced, j) && QUIET(j) && \
    (HAS(view[m], j) || HAS(strangers[m], j) || LEADER(j)) -> fence(j) }
#if WRITES > 1
#define LEADER(j) ((HAS(pending[m], 0) && by[0] == j) || (HAS(pending[m], 1) && by[1] == j))
#else
#define LEADER(j) (HAS(pending[m], 0) && by[0] == j)
#endif
#define GIVE_UP(j) d_step { member[m] && HAS(awaited[m], j) && !HAS(registered, j) && JOINFENCE(j) -> \
    awaited[m] = awaited[m] & ~BIT(j) }
#define LEAVE_VIEW(j) d_step { member[m] && HAS(view[m], j) && !HAS(registered, j) && HAS(fenced, j) -> \
    view[m] = view[m] & ~BIT(j); joiners[m] = joiners[m] & ~BIT(j) }
#define REMOVE(w) d_step { member[m] && HAS(invs, w) && HAS(pending[m], w) && !HAS(registered, by[w]) && REMOVALFENCE(by[w]) -> \
    invs = invs & ~BIT(w) }
/* The survey names who has a transaction open; those who are no members are strangers. What a former incarnation of the
   node itself has begun is in flight here, and pending. */
#define OPEN(j) (((open[j] > 0 && (j) / LIVES != m && !HAS(view[m], j)) -> BIT(j) : 0))
#if NAMES > 4
#define ALLOPEN (OPEN(0) | OPEN(1) | OPEN(2) | OPEN(3) | OPEN(4) | OPEN(5))
#elif NAMES > 3
#define ALLOPEN (OPEN(0) | OPEN(1) | OPEN(2) | OPEN(3))
#elif NAMES > 2
#define ALLOPEN (OPEN(0) | OPEN(1) | OPEN(2))
#else
#define ALLOPEN (OPEN(0) | OPEN(1))
#endif
#define ABOUT(j) ON_JOIN(j) :: ACK_JOIN(j) :: FENCE(j) :: GIVE_UP(j) :: LEAVE_VIEW(j)

inline end_session(m) {
  member[m] = false; admits[m] = false; cached[m] = false; outlived[m] = true; surveyed[m] = false;
#ifdef NO_FILL_AFTER_ADMISSION
  outlived[m] = false;
#endif
  view[m] = 0; awaited[m] = 0; strangers[m] = 0; joiners[m] = 0; pending[m] = 0; late[m] = 0 }

proctype Node(byte m) {
  do
  :: ON_INV(0) :: ON_END(0) :: REMOVE(0)
#if WRITES > 1
  :: ON_INV(1) :: ON_END(1) :: REMOVE(1)
#endif
  :: ABOUT(0) :: ABOUT(1)
#if NAMES > 2
  :: ABOUT(2)
#endif
#if NAMES > 3
  :: ABOUT(3)
#endif
#if NAMES > 4
  :: ABOUT(4) :: ABOUT(5)
#endif
  /* The lease lapses before the coordinator may end the session, and may come back until it does. */
  :: d_step { lease[m] && losses < LOSSES -> losses++; lease[m] = false }
  :: d_step { !lease[m] && member[m] && HAS(registered, NAME(m)) -> lease[m] = true }
  :: d_step { !lease[m] && HAS(registered, NAME(m)) -> registered = registered & ~BIT(NAME(m)) }
  :: d_step { member[m] && !lease[m] && !HAS(registered, NAME(m)) -> end_session(m) }
  /* An idle node leaves: it serves nothing any more, then its registration goes. Its writes need not have ended. */
  :: d_step { lease[m] && leaves < LEAVES -> leaves++; lease[m] = false; end_session(m) }
  /* A new incarnation: registers, and finds who is there and which INVs exist. */
  :: d_step { !member[m] && !HAS(registered, NAME(m)) && life[m] + 1 < LIVES ->
       life[m]++; registered = registered | BIT(NAME(m));
       view[m] = registered & ~BIT(NAME(m)); awaited[m] = view[m];
#ifdef NO_PENDING_AT_JOIN
       own[m] = 0;
#else
       pending[m] = invs;
       if :: HAS(invs, 0) -> acked[0] = acked[0] | BIT(NAME(m)) :: else fi;
#if WRITES > 1
       if :: HAS(invs, 1) -> acked[1] = acked[1] | BIT(NAME(m)) :: else fi;
#endif
#endif
       member[m] = true; lease[m] = true }
  :: d_step { member[m] && !surveyed[m] -> surveyed[m] = true;
#ifndef NO_FENCE_STRANGERS
       strangers[m] = ALLOPEN
#endif
     }
  :: d_step { strangers[m] & fenced -> strangers[m] = strangers[m] & ~fenced }
#ifdef NO_ADMIT_AFTER_JOIN
  :: d_step { member[m] && !admits[m] -> admits[m] = true }
#else
  :: d_step { member[m] && !admits[m] && surveyed[m] && awaited[m] == 0 && strangers[m] == 0 -> admits[m] = true }
#endif
  :: timeout -> break
  od }

/* Write w, by node m. */
proctype Writer(byte w; byte m) {
  byte name; bool rounds = false;
#ifdef NO_JOIN_TO_WRITE
  d_step { name = NAME(m); by[w] = name; open[name]++ };
  d_step { locked == UNLOCKED -> locked = w };
  d_step { version++; locked = UNLOCKED; open[name]-- };
  goto over;
#endif
end_unasked:
  d_step { member[m] && admits[m] && !HAS(fenced, NAME(m)) -> name = NAME(m); by[w] = name; open[name]++ }
  /* The writer's row is held; is the lease valid now? Then the row, for as long as somebody else holds it. */
#ifndef NO_LEASE_BEFORE_WRITE
  if
  :: atomic { lease[m] && NAME(m) == name && admits[m] }
  :: atomic { !lease[m] || NAME(m) != name || !admits[m] -> goto abort }
  fi;
#endif
  d_step { locked == UNLOCKED -> locked = w;
#ifdef MARKED
    rounds = marked
#else
    rounds = true
#endif
  }
  if
  :: !rounds
  :: rounds ->
     if
#ifdef NO_LEASE_BEFORE_WRITE
     :: d_step { true ->
#else
     :: atomic { !lease[m] || NAME(m) != name -> goto abort }
     :: d_step { lease[m] && NAME(m) == name ->
#endif
          forget(m); own[m] = own[m] | BIT(w); flying[m] = flying[m] | BIT(w); acked[w] = 0; asked[w] = view[m] }
     fi;
     if
     :: asked[w] == 0
     :: asked[w] != 0 ->
        if
        :: d_step { HAS(registered, name) -> invs = invs | BIT(w) }
        :: atomic { !HAS(registered, name) -> goto abort }
        fi;
        if
        /* A member that departed is excused at once: its lease had ended. */
        :: atomic { (asked[w] & registered & ~acked[w]) == 0 && lease[m] && NAME(m) == name }
        :: atomic { !lease[m] || NAME(m) != name -> goto abort }
        fi
     fi
  fi;
#ifdef NO_PENDING_UNTIL_COMMIT
  d_step { invs = invs & ~BIT(w); own[m] = own[m] & ~BIT(w) };
#endif
  /* From here on the node may freeze, and the commit come at any time: a zombie's. */
  if
  :: d_step { version++; marked = false; locked = UNLOCKED; open[name]-- }; goto done
  :: d_step { doubts < DOUBTS -> doubts++ }
     /* The answer is lost: the node takes a new name, and the round stays in flight until the old one is fenced. */
     d_step { if :: NAME(m) == name && member[m] -> lease[m] = false; end_session(m) :: else fi;
#ifdef NO_PENDING_WHILE_IN_DOUBT
       own[m] = own[m] & ~BIT(w); flying[m] = flying[m] & ~BIT(w); invs = invs & ~BIT(w)
#endif
     }
     if
     :: d_step { version++; marked = false; locked = UNLOCKED; open[name]-- }
     :: d_step { locked = UNLOCKED; open[name]-- }
     fi;
     d_step { QUIET(name) -> fence(name); own[m] = own[m] & ~BIT(w); flying[m] = flying[m] & ~BIT(w) };
     goto over
  fi;
abort:
  atomic { if :: locked == w -> locked = UNLOCKED :: else fi; open[name]-- }
done:
  /* The INV of a former incarnation is removed by whoever fences it. */
  atomic { own[m] = own[m] & ~BIT(w); flying[m] = flying[m] & ~BIT(w);
    if :: HAS(registered, name) && NAME(m) == name -> invs = invs & ~BIT(w) :: else fi }
over:
  skip }

init {
  byte m;
  d_step {
    m = 0;
    do
    :: m < NODES ->
#ifdef ALONE
       if :: m == 1 -> skip :: else -> registered = registered | BIT(NAME(m)) fi;
#else
       registered = registered | BIT(NAME(m));
#endif
       m++
    :: else -> break
    od;
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
    m = 0;
    do :: m < NODES -> run Node(m); m++ :: else -> break od;
    run Reader(READER0);
#ifdef READER1
    run Reader(READER1);
#endif
#ifdef VALIDATES
    run Validator(); run Validator();
#endif
    run Writer(0, WRITER0);
#if WRITES > 1
    run Writer(1, WRITER1);
#endif
    m = 0 } }
