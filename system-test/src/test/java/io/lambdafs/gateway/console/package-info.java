/** The console of a gateway, as a browser sees it. */
@NullMarked
package io.lambdafs.gateway.console;

import org.jspecify.annotations.NullMarked;
