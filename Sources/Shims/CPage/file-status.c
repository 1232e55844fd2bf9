#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <studio_files.h>
#include <sys/vfs.h>

int studio_is_remote(int folder) {
  struct statfs status;
  if (fstatfs(folder, &status) != 0) return 0;
  switch ((unsigned int)status.f_type) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
    case CODA_SUPER_MAGIC:
    case AFS_SUPER_MAGIC:
    case CEPH_SUPER_MAGIC:
    case FUSE_SUPER_MAGIC:
    case V9FS_MAGIC:
    case 0x786F4256: // VirtualBox
      return 1;
    default:
      return 0;
  }
}

int studio_is_being_written(int file) {
  // Breaking a lease sends a signal, so choose one that is ignored by default.
  if (fcntl(file, F_SETSIG, SIGURG) != 0) return 0;
  if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(file, F_SETLEASE, F_UNLCK);
  return 0;
}
