package io.lambdafs.openwhisk.platform.process;

import java.util.List;
import java.util.Map;

/**
 * What a container image is on this machine: a command line and an environment. {@code {port}} in an argument or a
 * value is replaced by the port that the instance is to listen on.
 *
 * @param afterDeath the command line of a program that is run when instances have died without being asked to leave, with the same
 *     environment; it reads their secret names from its standard input, one a line. Empty: none is run
 */
public record Image(List<String> command, Map<String, String> environment, List<String> afterDeath) {
    public Image {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        // A configuration file may leave it out.
        afterDeath = afterDeath == null ? List.of() : List.copyOf(afterDeath);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("the command of an image is empty");
        }
    }

    /** An image of whose instances' deaths nobody needs to know. */
    public Image(List<String> command, Map<String, String> environment) {
        this(command, environment, List.of());
    }

    List<String> commandFor(int port) {
        return command.stream().map(part -> fill(part, port)).toList();
    }

    static String fill(String text, int port) {
        return text.replace("{port}", String.valueOf(port));
    }
}
