@NullMarked
package io.lambdafs.openwhisk.platform.limits;

import org.jspecify.annotations.NullMarked;
