/**
 * The chart for Kubernetes and Knative: rendered, checked against the types of its objects, and its commands run as processes. Only
 * with the profile {@code helm}; docs/TESTING.md has the command.
 */
@NullMarked
package io.lambdafs.chart;

import org.jspecify.annotations.NullMarked;
