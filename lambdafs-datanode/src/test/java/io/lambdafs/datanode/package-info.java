/** Tests of the DataNode's endpoint against the store's in-memory twin, some of them with a real DataNode. */
@NullMarked
package io.lambdafs.datanode;

import org.jspecify.annotations.NullMarked;
