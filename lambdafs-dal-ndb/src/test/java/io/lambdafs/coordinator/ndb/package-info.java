/** The batteries of the coordinator, on a real NDB cluster. */
@org.jspecify.annotations.NullMarked
package io.lambdafs.coordinator.ndb;
