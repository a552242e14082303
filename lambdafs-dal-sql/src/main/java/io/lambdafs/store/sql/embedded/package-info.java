/**
 * A real PostgreSQL server for one machine, from binaries that come as a Maven artifact: the default store.
 *
 * <p>Knows the operating system and the store's configuration, nothing of the schema. The server is a process of its own
 * that outlives the JVM that started it. Start reading at {@link io.lambdafs.store.sql.embedded.EmbeddedPostgres}.
 */
@NullMarked
package io.lambdafs.store.sql.embedded;

import org.jspecify.annotations.NullMarked;
