/** Jobs that run in a real Spark. */
package io.lambdafs.spark;
