/** The files of a volume as a file system of Java, for functions that run in the same process. */
@NullMarked
package io.lambdafs.faas.nio;

import org.jspecify.annotations.NullMarked;
