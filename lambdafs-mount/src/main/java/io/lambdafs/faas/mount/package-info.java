/** A volume as a file system of the operating system, for people and their tools: each file that is closed is a transaction. */
@NullMarked
package io.lambdafs.faas.mount;

import org.jspecify.annotations.NullMarked;
