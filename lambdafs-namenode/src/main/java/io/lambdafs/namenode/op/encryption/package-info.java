/** The operations on encryption zones. */
@NullMarked
package io.lambdafs.namenode.op.encryption;

import org.jspecify.annotations.NullMarked;
