/** Tests of mounted volumes. */
@NullMarked
package io.lambdafs.faas.mount;

import org.jspecify.annotations.NullMarked;
