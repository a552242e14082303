/** Tests of the HTTP of containers. */
@NullMarked
package io.lambdafs.container.http;

import org.jspecify.annotations.NullMarked;
