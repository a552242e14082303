/** Directories that are volumes: what they have is read from the volume, and looks like files and directories of the namespace. */
@NullMarked
package io.lambdafs.namenode.volume;

import org.jspecify.annotations.NullMarked;
