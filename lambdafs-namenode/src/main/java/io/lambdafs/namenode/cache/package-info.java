/**
 * What a NameNode keeps of the store in memory: a trie of inodes, and reads that are answered from it.
 *
 * <p>It decides what may be kept and where it is found; when something has to go, and whether what was read may be kept,
 * is decided by the coherence protocol behind {@link io.lambdafs.coherence.FillGuard}. It knows no transport and no
 * operation. Start reading at {@link io.lambdafs.namenode.cache.MetadataCache}, then
 * {@link io.lambdafs.namenode.cache.CachedReads}.
 */
@NullMarked
package io.lambdafs.namenode.cache;

import org.jspecify.annotations.NullMarked;
