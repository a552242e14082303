@NullMarked
package io.lambdafs.cli.faas;

import org.jspecify.annotations.NullMarked;
