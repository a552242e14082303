/**
 * OpenWhisk's REST interface: the resources, their JSON, their errors, authentication and throttles, and what is kept
 * of actions and activations. Knows nothing of processes. Start reading at {@link
 * io.lambdafs.openwhisk.platform.rest.RestServer} and {@link io.lambdafs.openwhisk.platform.rest.RestRouter}.
 */
@NullMarked
package io.lambdafs.openwhisk.platform.rest;

import org.jspecify.annotations.NullMarked;
