package io.lambdafs.gateway.rpc;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;

/** Where the call comes from that the present thread serves. */
interface CallOrigin {
    /** The call's number. */
    RequestId id();

    /** Whether the client says that it has made the call before. */
    boolean isRepeated();

    /** The effective user, as Hadoop has authenticated it. */
    UserGroupInformation user() throws IOException;

    /** The effective user, with the groups that this machine knows, and the address of the client's machine. */
    Caller caller() throws IOException;
}
