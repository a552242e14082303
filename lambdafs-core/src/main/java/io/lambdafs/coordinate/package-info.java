/**
 * The coordinator port: which NameNodes are alive.
 *
 * <p>Knows no ZooKeeper. Start reading at {@link io.lambdafs.coordinate.Coordinator}.
 */
@NullMarked
package io.lambdafs.coordinate;

import org.jspecify.annotations.NullMarked;
