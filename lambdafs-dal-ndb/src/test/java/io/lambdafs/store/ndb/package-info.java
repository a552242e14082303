/** Runs the store's battery, and what is NDB's own, against a real cluster. */
@org.jspecify.annotations.NullMarked
package io.lambdafs.store.ndb;
