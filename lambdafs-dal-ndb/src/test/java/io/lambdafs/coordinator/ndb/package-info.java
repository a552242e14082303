/** The batteries of the coordinator and of the carrier, on a real NDB cluster. */
@org.jspecify.annotations.NullMarked
package io.lambdafs.coordinator.ndb;
