/** Decoupled subtrees over whole processes: a running stack, DataNodes and Hadoop's client. */
@NullMarked
package io.lambdafs.subtree;

import org.jspecify.annotations.NullMarked;
