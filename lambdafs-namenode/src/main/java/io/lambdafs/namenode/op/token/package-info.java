/**
 * Delegation tokens: how they are issued, renewed and cancelled, how a gateway learns a token's secret, and how it says which groups their
 * owners have by now.
 */
@NullMarked
package io.lambdafs.namenode.op.token;

import org.jspecify.annotations.NullMarked;
