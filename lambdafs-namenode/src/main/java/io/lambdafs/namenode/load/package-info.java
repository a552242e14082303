/**
 * How loaded an instance is, which it tells clients in each answer so that the platform starts another instance in time. Knows the
 * requests' number and duration only, nothing of the namespace. Start reading at {@link io.lambdafs.namenode.load.LoadGauge}.
 */
@NullMarked
package io.lambdafs.namenode.load;

import org.jspecify.annotations.NullMarked;
