package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.deploy.DeployException.Kind;
import java.util.regex.Pattern;

/**
 * The Secrets of a namespace that containers use. Manifests have their names only.
 *
 * @param http the Secret whose key {@code http} has what callers of functions must show
 * @param store the Secret with the keys {@code user} and {@code password} of the store; empty if it needs none
 * @param storeHasUser whether the latter's user is used, which an engine has not
 * @param zooKeeper the Secret whose key {@code secret} has what a cluster in secure mode shows ZooKeeper; empty for none
 */
record KubernetesSecrets(String http, String store, boolean storeHasUser, String zooKeeper) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?");

    KubernetesSecrets {
        requireName("--http-secret", http);
        if (!store.isEmpty()) {
            requireName("--store-secret", store);
        }
        if (!zooKeeper.isEmpty()) {
            requireName("--zookeeper-secret", zooKeeper);
        }
    }

    private static void requireName(String option, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new DeployException(
                    Kind.INPUT,
                    option + " must be the name of a Secret of the namespace, not \"" + name
                            + "\"; make it with 'kubectl create secret generic NAME --from-file=…'");
        }
    }

    /** Adds the variables of the store's Secret, and of ZooKeeper's. */
    void addTo(ArrayNode env) {
        if (!store.isEmpty()) {
            if (storeHasUser) {
                add(env, FunctionSpec.STORE_USER, store, "user");
            }
            add(env, FunctionSpec.STORE_PASSWORD, store, "password");
        }
        if (!zooKeeper.isEmpty()) {
            add(env, FunctionSpec.ZOOKEEPER_SECRET, zooKeeper, "secret");
        }
    }

    /** Adds a variable with the value of a Secret's key. */
    static void add(ArrayNode env, String variable, String secret, String key) {
        ObjectNode reference =
                env.addObject().put("name", variable).putObject("valueFrom").putObject("secretKeyRef");
        reference.put("name", secret).put("key", key);
    }
}
