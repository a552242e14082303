/**
 * The methods whose answer does not depend on what is stored: features that are absent or fixed.
 *
 * <p>Start reading at {@link io.lambdafs.namenode.op.constant.ConstantOperations}.
 */
@NullMarked
package io.lambdafs.namenode.op.constant;

import org.jspecify.annotations.NullMarked;
