/**
 * Serves the files of a volume to programs that know nothing of it: a library in C, which is loaded into the program, hands the
 * program's calls over through shared memory. Knows no store and no transaction: whatever implements
 * {@link io.lambdafs.faas.posix.PosixCalls} can be served. Start reading at {@link io.lambdafs.faas.ipc.IpcServer} and
 * {@link io.lambdafs.faas.ipc.Preload}; the layout of the memory is in docs/faas-interception.md.
 */
@NullMarked
package io.lambdafs.faas.ipc;

import org.jspecify.annotations.NullMarked;
