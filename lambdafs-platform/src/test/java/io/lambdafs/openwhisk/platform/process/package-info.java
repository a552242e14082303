/** Tests of the process package without function instances. */
@NullMarked
package io.lambdafs.openwhisk.platform.process;

import org.jspecify.annotations.NullMarked;
