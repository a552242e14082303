/**
 * How to reach the API server of a Kubernetes cluster: from a pod by its service account, from elsewhere by a kubeconfig. Start reading at
 * {@link io.lambdafs.cli.deploy.kubernetes.KubernetesAccess}. Knows nothing of functions.
 */
@NullMarked
package io.lambdafs.cli.deploy.kubernetes;

import org.jspecify.annotations.NullMarked;
