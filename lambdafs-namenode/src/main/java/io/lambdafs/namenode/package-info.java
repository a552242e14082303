/**
 * The NameNode: takes a request envelope, runs the operation that its method names, and gives a response envelope.
 *
 * <p>Of Hadoop it may know the generated protobuf messages only: never its Configuration, UserGroupInformation, ipc or
 * metrics, which are most of a cold start. It knows neither the function platform nor which store or coordinator it has.
 * Start reading at {@link io.lambdafs.namenode.RequestHandler}.
 */
@NullMarked
package io.lambdafs.namenode;

import org.jspecify.annotations.NullMarked;
