package io.lambdafs.openwhisk.platform.process;

import java.util.List;
import java.util.Map;

/**
 * What a container image is on this machine: a command line and an environment. {@code {port}} in an argument or a
 * value is replaced by the port that the instance is to listen on.
 */
public record Image(List<String> command, Map<String, String> environment) {
    public Image {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("the command of an image is empty");
        }
    }

    List<String> commandFor(int port) {
        return command.stream().map(part -> fill(part, port)).toList();
    }

    static String fill(String text, int port) {
        return text.replace("{port}", String.valueOf(port));
    }
}
