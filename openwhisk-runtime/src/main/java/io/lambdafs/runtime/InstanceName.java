package io.lambdafs.runtime;

import io.lambdafs.openwhisk.action.InstanceSecret;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an instance among the members of its cluster: {@code pid4711-TAG}. TAG is made from the secret name that
 * the platform has given it, so that the platform knows the member of an instance that has died. Process ids are not
 * enough for that: machines share clusters, and ids are used again.
 */
final class InstanceName {
    /** 64 bits: enough to tell instances apart, and no help in finding the name, which is random. */
    private static final int TAG_DIGITS = 16;

    private static final Pattern TAGGED = Pattern.compile("pid\\d+-([0-9a-f]{" + TAG_DIGITS + "})");

    private InstanceName() {}

    /** The name of the instance that has this process id and environment; without a tag where the platform names no instances. */
    static String of(long pid, Map<String, String> environment) {
        String secret = environment.getOrDefault(InstanceSecret.NAME_VARIABLE, "");
        return "pid" + pid + (secret.isEmpty() ? "" : "-" + tag(secret));
    }

    /** The tag of the instance with this secret name. */
    static String tag(String secret) {
        return InstanceSecret.sha256(secret).substring(0, TAG_DIGITS);
    }

    /** The tag in a member's name, if it has one. */
    static Optional<String> tagOf(String name) {
        Matcher tagged = TAGGED.matcher(name);
        return tagged.matches() ? Optional.of(tagged.group(1)) : Optional.empty();
    }
}
