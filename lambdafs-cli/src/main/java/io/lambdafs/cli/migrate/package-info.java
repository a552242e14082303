/**
 * The command that moves metadata from one store to another.
 *
 * <p>Knows how stores are opened and what a data directory has, and nothing of a stack that runs. Start reading at
 * {@link io.lambdafs.cli.migrate.MigrateCommand}.
 */
@NullMarked
package io.lambdafs.cli.migrate;

import org.jspecify.annotations.NullMarked;
