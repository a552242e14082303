/**
 * The store port on PostgreSQL (14 or later) over JDBC.
 *
 * <p>Hand-written SQL, one class per table, one round trip per call; the schema and its functions are in {@code V1.sql} and
 * further versions beside this package. There is no framework, because this code starts inside function instances, where
 * a cold start has to be short. Knows the port and JDBC only. Start reading at
 * {@link io.lambdafs.store.sql.PostgresMetadataStore}.
 */
@NullMarked
package io.lambdafs.store.sql;

import org.jspecify.annotations.NullMarked;
