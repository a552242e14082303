/**
 * {@link io.lambdafs.wire.trace.Tracing} with OpenTelemetry's SDK, which sends spans as OTLP over HTTP.
 *
 * <p>Nothing of it is named by other modules: {@link io.lambdafs.wire.trace.TracingProvider} finds it where tracing is switched on.
 * Start reading at {@link io.lambdafs.tracing.OpenTelemetryProvider}.
 */
@NullMarked
package io.lambdafs.tracing;

import org.jspecify.annotations.NullMarked;
