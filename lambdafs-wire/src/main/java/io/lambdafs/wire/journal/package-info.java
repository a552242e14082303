/**
 * The journal of a decoupled subtree: what its client changed, in the order in which it did, and the tree that this makes.
 *
 * <p>A client writes changes with {@link io.lambdafs.wire.journal.JournalEncoder} and keeps an {@link
 * io.lambdafs.wire.journal.OverlayTree} beside it, from which it answers reads. A NameNode that merges replays the same bytes
 * into the same tree. So both agree on the outcome. Inodes are named by their numbers and entries by parent and name, so
 * nothing here knows a path. Runs on Java 8 and depends on nothing.
 */
package io.lambdafs.wire.journal;
