/**
 * A real NDB cluster for tests, where the machine has one to start.
 *
 * <p>Knows its processes and nothing of what is stored in it. Start reading at
 * {@link io.lambdafs.testkit.ndb.LocalNdbCluster}.
 */
@NullMarked
package io.lambdafs.testkit.ndb;

import org.jspecify.annotations.NullMarked;
