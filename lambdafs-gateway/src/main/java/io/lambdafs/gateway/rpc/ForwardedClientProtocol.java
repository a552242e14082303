package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.BegunCall;
import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.gateway.security.TokenRequests;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ClientNamenodeProtocol;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/**
 * ClientProtocol as a service of protobuf that hands each message on, whatever the method, and gives back the response.
 * A server calls it in the thread that serves the call, and keeps the caller there.
 */
final class ForwardedClientProtocol implements BlockingService {
    private final ObservedCalls calls;
    private final CallOrigin current;
    private final boolean secure;
    private final @Nullable LaterAnswers later;
    /** Knows the types of all messages; is never called. */
    private final BlockingService types = ClientNamenodeProtocol.newReflectiveBlockingService(null);

    /**
     * Forwards to these calls.
     *
     * @param secure whether callers have proven who they are
     * @param later answers calls of Hadoop's RPC; null if the caller of this waits
     */
    ForwardedClientProtocol(ObservedCalls calls, CallOrigin current, boolean secure, @Nullable LaterAnswers later) {
        this.later = later;
        this.secure = secure;
        this.calls = calls;
        this.current = current;
    }

    /** Null if the client is answered later. */
    @Override
    public @Nullable Message callBlockingMethod(
            MethodDescriptor method, @Nullable RpcController controller, Message request) throws ServiceException {
        try {
            Message checked = secure ? TokenRequests.checked(method.getName(), request, current.user()) : request;
            if (later != null && !calls.areTraced() && later.takePlace()) {
                return begun(method, checked, later);
            }
            byte[] response =
                    calls.call(current.id(), current.isRepeated(), current.caller(), method.getName(), checked);
            Message prototype = getResponsePrototype(method);
            return later != null
                    ? new EncodedMessage(prototype, response)
                    : prototype.getParserForType().parseFrom(response);
        } catch (RemoteException e) {
            throw new ServiceException(HdfsExceptions.of(e));
        } catch (IOException e) {
            throw new ServiceException(e);
        }
    }

    /** Null if the handler need not wait, because the client is answered later. */
    private @Nullable Message begun(MethodDescriptor method, Message request, LaterAnswers answers) throws IOException {
        Message prototype = getResponsePrototype(method);
        boolean underWay = false;
        try {
            BegunCall call =
                    calls.begin(current.id(), current.isRepeated(), current.caller(), method.getName(), request);
            underWay = call.isUnderWay();
            if (!underWay) {
                return new EncodedMessage(prototype, call.finish());
            }
            answers.answer(call, prototype, ProtobufRpcEngine2.Server.registerForDeferredResponse2());
            return null;
        } finally {
            if (!underWay) {
                answers.freePlace();
            }
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
