/**
 * How the pages of the web server reach the file system. Start reading at {@link io.lambdafs.gateway.web.calls.GatewayCalls}.
 */
@NullMarked
package io.lambdafs.gateway.web.calls;

import org.jspecify.annotations.NullMarked;
