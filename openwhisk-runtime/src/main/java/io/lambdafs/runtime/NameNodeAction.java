package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.openwhisk.action.ActionHandler;
import io.lambdafs.openwhisk.action.ActionResult;
import io.lambdafs.openwhisk.action.Activation;
import io.lambdafs.openwhisk.action.InitRequest;
import io.lambdafs.openwhisk.action.JsonObject;
import io.lambdafs.openwhisk.action.MalformedJsonException;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The action {@code namenode<k>}: takes requests out of activations, and connects back to clients that offer it. */
final class NameNodeAction implements ActionHandler {
    private static final Pattern NAME = Pattern.compile("(?:.*/)?namenode(\\d{1,6})");

    private final NameNodeInstance instance;

    NameNodeAction(NameNodeInstance instance) {
        this.instance = requireNonNull(instance, "instance");
    }

    @Override
    public void init(InitRequest request) {
        Matcher name = NAME.matcher(request.name());
        if (!name.matches()) {
            throw new IllegalArgumentException(
                    "the action is named " + request.name() + "; name it namenode0, namenode1 and so on");
        }
        instance.join(Integer.parseInt(name.group(1)));
    }

    @Override
    public ActionResult run(Activation activation) {
        if (activation.params().fields().containsKey(RemovalMessage.PARAMETER)) {
            return remove(activation);
        }
        Optional<String> request = activation.params().text("request");
        if (request.isEmpty()) {
            return ActionResult.error("the parameter \"request\" is missing: it holds a request envelope in Base64");
        }
        try {
            RequestEnvelope envelope =
                    RequestEnvelope.decode(Base64.getDecoder().decode(request.get()));
            byte[] response = instance.handle(envelope).encode();
            if (activation.params().fields().containsKey("tcp")) {
                connectBack(activation.params().object("tcp"));
            }
            return ActionResult.of(Map.of("response", Base64.getEncoder().encodeToString(response)));
        } catch (MalformedEnvelopeException | MalformedJsonException | IllegalArgumentException e) {
            return ActionResult.error("malformed request: " + e.getMessage());
        }
    }

    /* Only what is detached can be removed by this, which is to go in any case: it takes no more than the function's key. */
    private ActionResult remove(Activation activation) {
        try {
            RemovalBatch batch = RemovalMessage.decode(activation.params().object(RemovalMessage.PARAMETER));
            return ActionResult.of(Map.of("removed", Integer.toString(instance.remove(batch))));
        } catch (MalformedJsonException | IllegalArgumentException e) {
            return ActionResult.error("malformed removal: " + e.getMessage());
        } catch (StoreException | WrongDeploymentsException e) {
            return ActionResult.error("not removed: " + e.getMessage());
        }
    }

    private void connectBack(JsonObject tcp) throws MalformedJsonException {
        UUID client = UUID.fromString(tcp.text("client").orElse(""));
        List<String> endpoints = tcp.textList("endpoints");
        byte[] secret = Base64.getUrlDecoder().decode(tcp.text("secret").orElse(""));
        instance.connectBack(client, endpoints, secret);
    }
}
