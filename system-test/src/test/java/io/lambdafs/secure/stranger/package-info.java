/** Somebody without any credential who reaches the ports of a stack in secure mode. */
package io.lambdafs.secure.stranger;
