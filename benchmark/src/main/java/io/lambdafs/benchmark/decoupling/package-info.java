/**
 * What each mechanism of a decoupled subtree costs, as Cudele's paper measures it. Start reading at {@link
 * io.lambdafs.benchmark.decoupling.SubtreePolicies}.
 */
@NullMarked
package io.lambdafs.benchmark.decoupling;

import org.jspecify.annotations.NullMarked;
