/**
 * Hadoop's administration shell, {@code dfsadmin}, for a cluster whose NameNodes have no addresses.
 *
 * <p>Start reading at {@link io.lambdafs.cli.admin.AdminShell}. This package knows Hadoop's client, and nothing of the stack.
 */
@NullMarked
package io.lambdafs.cli.admin;

import org.jspecify.annotations.NullMarked;
