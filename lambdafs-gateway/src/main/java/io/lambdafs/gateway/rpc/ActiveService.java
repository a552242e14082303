package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.HAServiceStatus;
import org.apache.hadoop.ha.HealthCheckFailedException;
import org.apache.hadoop.ha.ServiceFailedException;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetServerDefaultsRequestProto;
import org.apache.hadoop.security.UserGroupInformation;

/** The state of a gateway for {@code hdfs haadmin}: all of them are active at once, and there is no other state. */
final class ActiveService implements HAServiceProtocol {
    private final ObservedCalls calls;
    private final UUID id = UUID.randomUUID();
    private final AtomicLong asked = new AtomicLong();

    ActiveService(ObservedCalls calls) {
        this.calls = calls;
    }

    /** Asks a NameNode something, which may start one. */
    @Override
    public void monitorHealth() throws HealthCheckFailedException {
        try {
            String user = UserGroupInformation.getLoginUser().getShortUserName();
            calls.call(
                    new RequestId(id, asked.incrementAndGet()),
                    false,
                    new Caller(user, List.of(), "127.0.0.1"),
                    "getServerDefaults",
                    GetServerDefaultsRequestProto.getDefaultInstance());
        } catch (IOException e) {
            throw new HealthCheckFailedException("No NameNode answers: " + e.getMessage(), e);
        }
    }

    /** Without effect: it is active. */
    @Override
    public void transitionToActive(StateChangeRequestInfo request) {}

    @Override
    public void transitionToStandby(StateChangeRequestInfo request) throws ServiceFailedException {
        throw alwaysActive();
    }

    @Override
    public void transitionToObserver(StateChangeRequestInfo request) throws ServiceFailedException {
        throw alwaysActive();
    }

    private static ServiceFailedException alwaysActive() {
        return new ServiceFailedException(
                "A gateway of λFS is always active. Stop its process to take it out of service.");
    }

    @Override
    public HAServiceStatus getServiceStatus() {
        return new HAServiceStatus(HAServiceState.ACTIVE).setReadyToBecomeActive();
    }
}
