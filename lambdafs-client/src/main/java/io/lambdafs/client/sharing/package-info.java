/**
 * How clients use one another's connections: those of other servers in this JVM, and those of other JVMs of the same user on the
 * same machine. docs/protocols/sharing.md is the protocol and its argument. May not know requests, routes or retries. Start
 * reading at {@link io.lambdafs.client.sharing.StackSharing}.
 */
package io.lambdafs.client.sharing;
