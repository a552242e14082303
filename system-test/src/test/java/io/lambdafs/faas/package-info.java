@NullMarked
package io.lambdafs.faas;

import org.jspecify.annotations.NullMarked;
