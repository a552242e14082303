package io.lambdafs.faas.action;

import java.util.Locale;

/** What a user's code is. */
enum ActionKind {
    /** Python: a file with a function, or a zip archive with {@code __main__.py}. */
    PYTHON,
    /** A jar with a class that has a static method. */
    JAVA,
    /** A program that is started for each call; in a zip archive, {@code exec}. */
    NATIVE,
    /** A program that speaks OpenWhisk's action loop; in a zip archive, {@code exec}. */
    LOOP;

    /**
     * The kind that OpenWhisk's name of a kind stands for, such as {@code python:3}; of a blackbox, a native one.
     *
     * @throws IllegalArgumentException if no function of that kind can have a volume
     */
    static ActionKind of(String name) {
        String family = name.replaceFirst(":.*", "").toLowerCase(Locale.ROOT);
        return switch (family) {
            case "python" -> PYTHON;
            case "java" -> JAVA;
            case "native", "blackbox" -> NATIVE;
            case "loop" -> LOOP;
            default ->
                throw new IllegalArgumentException(
                        "a function of kind '" + name + "' cannot have a volume: python, java, native and loop can");
        };
    }
}
