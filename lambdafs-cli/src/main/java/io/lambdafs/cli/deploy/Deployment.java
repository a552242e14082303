package io.lambdafs.cli.deploy;

import static java.util.Objects.requireNonNull;

import io.lambdafs.cli.deploy.DeployException.Kind;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Brings a platform to have exactly the functions of a λFS, or none. Can be run again after any failure.
 *
 * <p>The store records among how many functions the namespace is divided. Functions of another number would refuse every request. So a
 * function that is there is asked first, and where there is none, the first one is made and asked before the others are made.
 */
final class Deployment {
    private final FunctionHost host;
    private final Consumer<String> out;

    /** Deploys there, and says what it does. */
    Deployment(FunctionHost host, Consumer<String> out) {
        this.host = requireNonNull(host, "host");
        this.out = requireNonNull(out, "out");
    }

    /**
     * Makes the functions, changes those that are different, and removes those that are too many.
     *
     * @param checks whether functions are called to see that they serve
     */
    void deploy(FunctionSpec spec, boolean checks) {
        CheckCall check = new CheckCall(host, spec.deployments());
        NavigableSet<Integer> present = host.present();
        present.forEach(number -> requireSameStore(spec, number));
        if (checks && !present.isEmpty()) {
            requireNumber(check, present.first());
        }
        Map<DeploymentChange, Integer> changes = new TreeMap<>();
        for (int number = 0; number < spec.deployments(); number++) {
            DeploymentChange change = host.apply(spec, number);
            changes.merge(change, 1, Integer::sum);
            say(number, change.word());
            if (checks && number == 0 && present.isEmpty()) {
                requireServingFirst(check);
            }
        }
        int removed = 0;
        for (int number : present.tailSet(spec.deployments())) {
            removed += host.remove(number) ? 1 : 0;
            say(number, "removed");
        }
        if (checks) {
            check(spec.deployments());
        }
        out.accept(summary(spec, changes, removed));
    }

    /** Whether the functions are there and serve, without changing anything. */
    void check(int deployments) {
        NavigableSet<Integer> present = host.present();
        CheckCall check = new CheckCall(host, deployments);
        for (int number = 0; number < deployments; number++) {
            if (!present.contains(number)) {
                throw new DeployException(
                        Kind.NOT_FOUND,
                        host.name() + " does not have the function " + host.function(number)
                                + ": run this without --check, which makes it");
            }
            long begin = System.nanoTime();
            check.call(number);
            say(number, "answers, in " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        }
        if (!present.tailSet(deployments).isEmpty()) {
            throw new DeployException(
                    Kind.OTHER_NUMBER,
                    host.name() + " also has " + host.function(present.last()) + ", which " + deployments
                            + " functions do not need: run this without --check, or with the right --deployments");
        }
    }

    /** Removes all functions; the store keeps its metadata. */
    void remove() {
        NavigableSet<Integer> present = host.present();
        for (int number : present) {
            say(number, host.remove(number) ? "removed" : "was gone");
        }
        out.accept(
                present.isEmpty()
                        ? "There is no function of λFS at " + host.name() + "."
                        : "Removed " + present.size() + " functions from " + host.name()
                                + ". The metadata is in the store, and stays.");
    }

    private void requireSameStore(FunctionSpec spec, int number) {
        Map<String, String> there = host.settings(number);
        for (String setting : new String[] {FunctionSpec.STORE_URL, FunctionSpec.CLUSTER}) {
            String now = there.get(setting);
            String wanted = spec.settings().get(setting);
            if (now != null && wanted != null && !now.equals(wanted)) {
                throw new DeployException(
                        Kind.OTHER_STORE,
                        host.function(number) + " at " + host.name() + " belongs to another λFS: its " + setting
                                + " is "
                                + now + ", not " + wanted
                                + ". Deploy with another --prefix, or remove that λFS first with"
                                + " --remove");
            }
        }
    }

    /* A function that does not serve may be what is to be mended: only what it says about the number counts. */
    private void requireNumber(CheckCall check, int number) {
        try {
            check.call(number);
        } catch (DeployException e) {
            if (e.kind() == Kind.OTHER_NUMBER || e.kind() == Kind.CREDENTIALS) {
                throw e;
            }
            out.accept("  before: " + e.getMessage());
        }
    }

    private void requireServingFirst(CheckCall check) {
        try {
            check.call(0);
        } catch (DeployException e) {
            if (e.kind() == Kind.OTHER_NUMBER) {
                boolean removed = host.remove(0);
                say(0, removed ? "removed again" : "was gone");
            }
            throw e;
        }
    }

    private void say(int number, String what) {
        out.accept(String.format(java.util.Locale.ROOT, "  %-24s %s", host.function(number), what));
    }

    private String summary(FunctionSpec spec, Map<DeploymentChange, Integer> changes, int removed) {
        if (removed == 0 && changes.equals(Map.of(DeploymentChange.UNCHANGED, spec.deployments()))) {
            return "Unchanged: " + host.name() + " has " + spec.deployments() + " functions as wanted.";
        }
        StringBuilder text =
                new StringBuilder("Deployed to ").append(host.name()).append(':');
        changes.forEach((change, count) ->
                text.append(' ').append(count).append(' ').append(change.word()).append(','));
        return text.append(' ').append(removed).append(" removed.").toString();
    }
}
