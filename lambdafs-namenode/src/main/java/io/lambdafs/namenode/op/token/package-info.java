/** Delegation tokens: how they are issued, renewed and cancelled, and how a gateway learns a token's secret. */
@NullMarked
package io.lambdafs.namenode.op.token;

import org.jspecify.annotations.NullMarked;
