package io.lambdafs.cli.deploy;

import io.lambdafs.cli.deploy.DeployException.Kind;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What a platform calls the functions: a prefix and {@code namenode0}, {@code namenode1} and so on.
 *
 * @param prefix may be empty
 */
record FunctionNames(String prefix) {
    private static final Pattern PREFIX = Pattern.compile("(?:[a-z][a-z0-9-]{0,39})?");
    private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,4}");
    private static final String FUNCTION = "namenode";

    FunctionNames {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new DeployException(
                    Kind.INPUT,
                    "--prefix must begin with a small letter and have up to 40 small letters, digits and -, not "
                            + prefix);
        }
    }

    /** The name of a function. */
    String of(int number) {
        return prefix + FUNCTION + number;
    }

    /** The number of a function of this name; empty if it is none of these. */
    OptionalInt number(String name) {
        String begin = prefix + FUNCTION;
        if (!name.startsWith(begin)) {
            return OptionalInt.empty();
        }
        String number = name.substring(begin.length());
        return NUMBER.matcher(number).matches() ? OptionalInt.of(Integer.parseInt(number)) : OptionalInt.empty();
    }
}
