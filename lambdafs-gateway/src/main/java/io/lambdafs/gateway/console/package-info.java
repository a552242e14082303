/**
 * The console: pages for people about the file system, the functions and their load, and a browser of files.
 *
 * <p>Pages are made here as text and need neither scripts nor files of anybody else. They only read. Start reading at
 * {@link io.lambdafs.gateway.console.GatewayConsole}.
 */
@NullMarked
package io.lambdafs.gateway.console;

import org.jspecify.annotations.NullMarked;
