package io.lambdafs.runtime.kms;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a key management server is, written as Hadoop writes it: {@code kms://http@host:9600/kms}, and with several servers {@code
 * kms://https@host1;host2:9600/kms}.
 *
 * @param uri as it was written
 * @param bases the address of each server's interface, such as {@code http://host:9600/kms/v1/}
 */
public record KmsAddress(String uri, List<String> bases) {
    /** The environment variable that says it to a function. */
    public static final String VARIABLE = "LAMBDAFS_KEY_PROVIDER";

    private static final Pattern FORM =
            Pattern.compile("kms://(https?)@([A-Za-z0-9._-]+(?:;[A-Za-z0-9._-]+)*)(:\\d{1,5})?(/[A-Za-z0-9._/-]*)");

    public KmsAddress {
        bases = List.copyOf(bases);
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException with a sentence for the user, if it is none
     */
    public static KmsAddress of(String uri) {
        Matcher matcher = FORM.matcher(uri);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "a key provider is a key management server, written as kms://http@host:9600/kms, and not " + uri);
        }
        String port = matcher.group(3) == null ? ":9600" : matcher.group(3);
        String path = matcher.group(4).replaceFirst("/+$", "");
        return new KmsAddress(
                uri,
                List.of(matcher.group(2).split(";")).stream()
                        .map(host -> matcher.group(1) + "://" + host + port + path + "/v1/")
                        .toList());
    }
}
