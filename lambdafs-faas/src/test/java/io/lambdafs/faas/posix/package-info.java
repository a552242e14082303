@NullMarked
package io.lambdafs.faas.posix;

import org.jspecify.annotations.NullMarked;
