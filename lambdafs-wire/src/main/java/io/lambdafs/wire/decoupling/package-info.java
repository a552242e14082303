/**
 * The calls by which a client decouples a subtree, keeps it and merges it: the names of the methods and what they say. Each
 * request begins with a text that decides which deployment it goes to: the path of the subtree, or something that spreads.
 *
 * <p>Runs on Java 8 and depends on nothing.
 */
package io.lambdafs.wire.decoupling;
