/**
 * The union of the operations that the packages below have, in which nothing else is done. Start reading at
 * {@link io.lambdafs.namenode.op.AllOperations}.
 */
@NullMarked
package io.lambdafs.namenode.op;

import org.jspecify.annotations.NullMarked;
