/* What lies in the memory that programs and the local server share. The server's side is MemoryLayout.java; docs/faas-interception.md
 * describes both. All numbers are in the machine's byte order, and the machine's words have 64 bits. */
#ifndef LAMBDAFS_PROTOCOL_H
#define LAMBDAFS_PROTOCOL_H

#include <stdatomic.h>
#include <stdint.h>

#define LFS_MAGIC 0x4350495346464cULL /* "LFFSIPC" */
#define LFS_VERSION 1
#define LFS_HEADER_BYTES 4096
#define LFS_SLOT_HEADER 128
#define LFS_MOUNT_AT 256
#define LFS_MOUNT_ROOM 1024

struct lfs_header {
  uint64_t magic;
  uint32_t version;
  uint32_t slots;
  uint32_t data_bytes; /* of each slot */
  uint32_t handles;    /* how many have a position; number 0 is the volume's root */
  uint32_t spin_micros;
  uint32_t timeout_millis;
  uint64_t nonce; /* tells this server's descriptors from those of others */
  uint8_t pad[24];
  _Atomic uint32_t sleeping; /* at 64: the server wants a byte on the socket */
};

enum { LFS_IDLE = 0, LFS_READY = 1, LFS_DONE = 2, LFS_ABANDONED = 3 };

struct lfs_slot {
  _Atomic uint32_t owner; /* the number of a connection, or 0 */
  _Atomic uint32_t state;
  _Atomic uint32_t waiting; /* the program wants a byte on its socket */
  uint32_t op;
  int64_t handle;
  int64_t handle2;
  int64_t a1, a2, a3;
  uint32_t length;
  uint32_t length2;
  int64_t result; /* at 64 */
  int32_t error;  /* an errno, or LFS_OUTSIDE */
  uint32_t reply_length;
};

#define LFS_OUTSIDE (-1) /* the path leads out of the volume; the data is the path where it leads */

enum lfs_op {
  LFS_OPEN = 1,
  LFS_CLOSE,
  LFS_READ,
  LFS_WRITE,
  LFS_SEEK,
  LFS_FSTAT,
  LFS_STAT,
  LFS_ACCESS,
  LFS_FTRUNCATE,
  LFS_TRUNCATE,
  LFS_ALLOCATE,
  LFS_MKDIR,
  LFS_RMDIR,
  LFS_UNLINK,
  LFS_RENAME,
  LFS_LINK,
  LFS_SYMLINK,
  LFS_READLINK,
  LFS_FCHMOD,
  LFS_CHMOD,
  LFS_FCHOWN,
  LFS_CHOWN,
  LFS_FUTIME,
  LFS_UTIME,
  LFS_LIST,
  LFS_PATH,
  LFS_FORK,
  LFS_KEEP,
  LFS_GETFL,
  LFS_SETFL,
  LFS_REALPATH,
  LFS_LOCK
};

/* The first argument of LFS_LOCK: a mode, and marks. The others are the first and the last byte. */
enum { LFS_UNLOCK = 0, LFS_SHARED = 1, LFS_EXCLUSIVE = 2, LFS_OF_HANDLE = 4, LFS_WHOLE_FILE = 8, LFS_ONLY_ASKS = 16 };

struct lfs_stat { /* the reply to LFS_FSTAT and LFS_STAT */
  uint64_t inode;
  uint32_t mode, links, uid, gid;
  int64_t size, modified, changed;
  uint32_t block_size, pad;
};

#endif
