@NullMarked
package io.lambdafs.faas.nio;

import org.jspecify.annotations.NullMarked;
