/**
 * The HTTP of containers: what every protocol over HTTP needs ({@link io.lambdafs.container.http.ContainerHttp}), and the plain one
 * of Knative, Cloud Run, Nuclio and Kubernetes ({@link io.lambdafs.container.http.PlainHttpServer}), which docs/platform-http.md
 * describes.
 */
@NullMarked
package io.lambdafs.container.http;

import org.jspecify.annotations.NullMarked;
