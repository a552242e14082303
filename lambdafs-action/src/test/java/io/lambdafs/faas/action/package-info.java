@NullMarked
package io.lambdafs.faas.action;

import org.jspecify.annotations.NullMarked;
