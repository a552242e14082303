/**
 * How an operation gets hold of inodes: a path is resolved, its rows are locked, the permissions on the way are checked.
 *
 * <p>Knows the store port and the caller; it decides nothing about what an operation does with the inodes. Start
 * reading at {@link io.lambdafs.namenode.path.PathLocks}.
 */
@NullMarked
package io.lambdafs.namenode.path;

import org.jspecify.annotations.NullMarked;
