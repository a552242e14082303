@NullMarked
package io.lambdafs.faas.run;

import org.jspecify.annotations.NullMarked;
