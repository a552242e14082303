/** Extended attributes: names with values that users and programs attach to files and directories. */
@NullMarked
package io.lambdafs.namenode.op.xattr;

import org.jspecify.annotations.NullMarked;
