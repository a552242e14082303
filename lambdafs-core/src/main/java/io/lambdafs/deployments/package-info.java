/**
 * Among how many function deployments the namespace is divided: a number that the store records, and that changes only while
 * no NameNode runs.
 *
 * <p>Knows no platform and no client. Start reading at {@link io.lambdafs.deployments.DeploymentNumber}.
 */
@NullMarked
package io.lambdafs.deployments;

import org.jspecify.annotations.NullMarked;
