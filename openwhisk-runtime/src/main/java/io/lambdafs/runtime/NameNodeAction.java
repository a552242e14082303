package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import io.lambdafs.container.MalformedJsonException;
import io.lambdafs.container.Readiness;
import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.rpc.ClientOffer;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The action {@code namenode<k>}: takes requests out of activations, and connects back to clients that offer it. */
final class NameNodeAction implements FunctionHandler {
    private static final Pattern NAME = Pattern.compile("(?:.*/)?namenode(\\d{1,6})");

    /** So often that what a request needs is compiled, and not so often that it takes seconds. */
    private static final int REHEARSALS = 100;

    private static final int REHEARSAL_MILLIS = 10_000;

    private final NameNodeInstance instance;

    NameNodeAction(NameNodeInstance instance) {
        this.instance = requireNonNull(instance, "instance");
    }

    @Override
    public void init(InitRequest request) {
        Matcher name = NAME.matcher(request.name());
        if (!name.matches()) {
            throw new IllegalArgumentException(
                    "the function is named " + request.name() + "; name it namenode0, namenode1 and so on");
        }
        instance.join(Integer.parseInt(name.group(1)));
    }

    @Override
    public void rehearse() throws MalformedEnvelopeException {
        // HDFS's message for the status of the root.
        RequestEnvelope request = new RequestEnvelope(
                new RequestId(new UUID(0, 0), 1),
                new Caller("rehearsal", List.of(), "127.0.0.1"),
                RequestLife.of(System.currentTimeMillis(), REHEARSAL_MILLIS),
                "getFileInfo",
                new byte[] {0x0a, 0x01, '/'});
        String sent = Base64.getEncoder().encodeToString(request.encode());
        for (int i = 0; i < REHEARSALS; i++) {
            RequestEnvelope received =
                    RequestEnvelope.decode(Base64.getDecoder().decode(sent));
            byte[] answer = instance.rehearse(received).encode(ResponseEnvelope.VERSION);
            FunctionResult unused =
                    FunctionResult.of(Map.of("response", Base64.getEncoder().encodeToString(answer)));
        }
        instance.rehearseReads();
    }

    @Override
    public Readiness readiness() {
        return instance.readiness();
    }

    @Override
    public String metrics() {
        return instance.metrics();
    }

    @Override
    public void retire(Duration bound) {
        instance.retire(bound);
    }

    @Override
    public FunctionResult run(Invocation activation) {
        if (activation.params().fields().containsKey(RemovalMessage.PARAMETER)) {
            return remove(activation);
        }
        Optional<String> request = activation.params().text("request");
        if (request.isEmpty()) {
            return FunctionResult.error("the parameter \"request\" is missing: it holds a request envelope in Base64");
        }
        try {
            RequestEnvelope envelope =
                    RequestEnvelope.decode(Base64.getDecoder().decode(request.get()));
            int answers = answers(activation.params());
            ResponseEnvelope answer = instance.handle(envelope);
            byte[] response = answer.encode(answers);
            // Otherwise a stranger could have this instance try the ports of any machine.
            if (activation.params().fields().containsKey("tcp") && instance.mayBeCalledBack(envelope, answer)) {
                connectBack(activation.params().object("tcp"), answers);
            }
            return answer("response", Base64.getEncoder().encodeToString(response));
        } catch (MalformedEnvelopeException | MalformedJsonException | IllegalArgumentException e) {
            return FunctionResult.malformed(String.valueOf(e.getMessage()));
        }
    }

    /* Tells the platform as well when a sibling would not help. Callers overlook that. */
    private FunctionResult answer(String name, String value) {
        return FunctionResult.of(
                instance.hasManyWrites() ? Map.of(name, value, FunctionResult.SCALE_OUT, false) : Map.of(name, value));
    }

    /* Only what is detached can be removed by this, which is to go in any case: it takes no more than the function's key. */
    private FunctionResult remove(Invocation activation) {
        try {
            RemovalBatch batch = RemovalMessage.decode(activation.params().object(RemovalMessage.PARAMETER));
            return answer("removed", Integer.toString(instance.remove(batch)));
        } catch (MalformedJsonException | IllegalArgumentException e) {
            return FunctionResult.error("malformed removal: " + e.getMessage());
        } catch (StoreException | WrongDeploymentsException e) {
            return FunctionResult.error("not removed: " + e.getMessage());
        }
    }

    /** The newest version of answers that the client reads; an older client does not say. */
    private static int answers(JsonObject params) {
        long said = params.integer("answers").orElse((long) ResponseEnvelope.OLDEST_VERSION);
        if (said < ResponseEnvelope.OLDEST_VERSION) {
            throw new IllegalArgumentException("\"answers\" is " + said + ", but answers have a version of at least "
                    + ResponseEnvelope.OLDEST_VERSION);
        }
        return (int) Math.min(said, ResponseEnvelope.VERSION);
    }

    private void connectBack(JsonObject tcp, int answers) throws MalformedJsonException {
        UUID client = UUID.fromString(tcp.text("client").orElse(""));
        List<String> endpoints = tcp.textList("endpoints");
        byte[] secret = Base64.getUrlDecoder().decode(tcp.text("secret").orElse(""));
        byte[] certificate =
                Base64.getUrlDecoder().decode(tcp.text("certificate").orElse(""));
        instance.connectBack(new ClientOffer(client, endpoints, secret, certificate, answers));
    }
}
