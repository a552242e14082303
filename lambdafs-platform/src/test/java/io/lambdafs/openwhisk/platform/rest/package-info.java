/** Tests of the rest package without processes. */
@NullMarked
package io.lambdafs.openwhisk.platform.rest;

import org.jspecify.annotations.NullMarked;
