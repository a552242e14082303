/** What Hadoop's own test suites need of λFS: a running system that looks like a fresh one to each of their clusters. */
package io.lambdafs.suites;
