/** What of the connection to a cluster needs no cluster to be tested. */
@org.jspecify.annotations.NullMarked
package io.lambdafs.store.ndb.cluster;
