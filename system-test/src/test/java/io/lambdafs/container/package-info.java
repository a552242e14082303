/** NameNode instances as containers of platforms other than OpenWhisk: processes, called as those platforms call them. */
@NullMarked
package io.lambdafs.container;

import org.jspecify.annotations.NullMarked;
