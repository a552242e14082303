/**
 * {@code lambdafs deploy}: the NameNode functions on a function platform. {@link io.lambdafs.cli.deploy.Deployment} says what is done
 * in which order, and knows no platform. Each platform is one {@link io.lambdafs.cli.deploy.FunctionHost}, which knows its requests and
 * the meaning of its answers. Nothing here knows the stack of this machine. Start reading at Deployment.
 */
@NullMarked
package io.lambdafs.cli.deploy;

import org.jspecify.annotations.NullMarked;
