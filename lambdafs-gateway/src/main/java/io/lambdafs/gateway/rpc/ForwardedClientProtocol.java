package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.gateway.security.TokenRequests;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ClientNamenodeProtocol;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/**
 * ClientProtocol as a service of protobuf that hands each message on, whatever the method, and gives back the response. A server
 * calls it in the thread that serves the call, where it keeps who called.
 */
final class ForwardedClientProtocol implements BlockingService {
    private final ObservedCalls calls;
    private final CallOrigin current;
    private final boolean secure;
    /** Knows the types of all messages; is never called. */
    private final BlockingService types = ClientNamenodeProtocol.newReflectiveBlockingService(null);

    /**
     * Forwards to these calls.
     *
     * @param secure whether callers have proven who they are
     */
    ForwardedClientProtocol(ObservedCalls calls, CallOrigin current, boolean secure) {
        this.secure = secure;
        this.calls = calls;
        this.current = current;
    }

    @Override
    public Message callBlockingMethod(MethodDescriptor method, @Nullable RpcController controller, Message request)
            throws ServiceException {
        try {
            Message checked = secure ? TokenRequests.checked(method.getName(), request, current.user()) : request;
            byte[] response =
                    calls.call(current.id(), current.isRepeated(), current.caller(), method.getName(), checked);
            return getResponsePrototype(method).getParserForType().parseFrom(response);
        } catch (RemoteException e) {
            throw new ServiceException(HdfsExceptions.of(e));
        } catch (IOException e) {
            throw new ServiceException(e);
        }
    }

    @Override
    public ServiceDescriptor getDescriptorForType() {
        return types.getDescriptorForType();
    }

    @Override
    public Message getRequestPrototype(MethodDescriptor method) {
        return types.getRequestPrototype(method);
    }

    @Override
    public Message getResponsePrototype(MethodDescriptor method) {
        return types.getResponsePrototype(method);
    }
}
