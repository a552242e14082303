/* A design that is not built: instances that validate write without being members while the cluster has never had a member.

   LONES instances write alone: each registers a name with the store, then looks for the mark that members leave, and writes only if
   there is none. MEMBERS instances leave the mark, then look who has registered to write alone, fence these names, and only then read
   what they cache. What is cached must be what is committed, because nobody tells them of the writes of the others.

   A fence is a flag, and then a wait for the transactions that are open. -DNO_<RULE> takes a rule away. Bounds: LONES, MEMBERS,
   WRITES of each lone instance. */
#ifndef LONES
#define LONES 2
#endif
#ifndef MEMBERS
#define MEMBERS 2
#endif
#ifndef WRITES
#define WRITES 2
#endif

byte version;                   /* what the row holds, as a count of its changes */
bool marked;                    /* a row of the store, which nobody removes */
bool registered[LONES];         /* the names that the store lists */
bool fenced[LONES];             /* these begin no transaction any more */
bool busy[LONES];               /* their transactions */

proctype Lone(byte m) {
  byte n; bool seen;
#ifdef NO_LOOK_AFTER_REGISTERING
  d_step { seen = marked };
  d_step { registered[m] = true };
#else
  d_step { registered[m] = true };
  d_step { seen = marked };
#endif
  do
  :: !seen && n < WRITES -> n++;
     if
     :: d_step { !fenced[m] -> busy[m] = true };
        d_step { version++; busy[m] = false }
     :: d_step { fenced[m] -> seen = true }
     fi
  :: break
  od }

proctype Member() {
  byte k, value; bool writes[LONES];
#ifdef NO_MARK_BEFORE_LOOKING
  d_step { k = 0; do :: k < LONES -> writes[k] = registered[k]; k++ :: else -> break od; k = 0 };
  d_step { marked = true };
#else
  d_step { marked = true };
  d_step { k = 0; do :: k < LONES -> writes[k] = registered[k]; k++ :: else -> break od; k = 0 };
#endif
#ifndef NO_FENCE_LONE
  k = 0;
  do
  :: k < LONES && writes[k] -> d_step { fenced[k] = true }; d_step { !busy[k] -> k++ }
  :: k < LONES && !writes[k] -> k++
  :: k == LONES -> break
  od;
  skip;
#endif
  d_step { value = version };
  d_step { assert(value == version) };
  d_step { assert(value == version) } }

init {
  byte m;
  atomic {
    m = 0;
    do :: m < LONES -> run Lone(m); m++ :: else -> break od;
    m = 0;
    do :: m < MEMBERS -> run Member(); m++ :: else -> break od;
    m = 0 } }
