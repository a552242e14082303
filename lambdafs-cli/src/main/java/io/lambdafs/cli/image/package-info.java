/**
 * What the making of a container image needs besides its files: the {@link io.lambdafs.cli.image.ImageArchitecture} that it is for, and
 * the {@link io.lambdafs.cli.image.ImageBuilder} of this machine. Knows nothing of λFS.
 */
@NullMarked
package io.lambdafs.cli.image;

import org.jspecify.annotations.NullMarked;
