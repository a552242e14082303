/** A strict reader of Prometheus' text format, written from its description and sharing no code with what writes it. */
@NullMarked
package io.lambdafs.testkit.metrics;

import org.jspecify.annotations.NullMarked;
