package io.lambdafs.cli.faas;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;

/**
 * A user's code, as OpenWhisk's messages have it.
 *
 * @param kind {@code python}, {@code java}, {@code native} or {@code loop}
 * @param code the text, or Base64
 */
record ActionFile(String kind, String code, boolean binary) {
    /**
     * Reads it.
     *
     * @param kind empty if the file's name is to tell
     */
    static ActionFile read(Path file, String kind) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        String found = kind.isEmpty() ? kindOf(name) : kind;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.indexOf('\0') < 0) {
                return new ActionFile(found, text, false);
            }
        } catch (CharacterCodingException e) {
            // It is no text.
        }
        return new ActionFile(found, Base64.getEncoder().encodeToString(bytes), true);
    }

    private static String kindOf(String name) {
        if (name.endsWith(".py") || name.endsWith(".zip")) {
            return "python";
        }
        return name.endsWith(".jar") ? "java" : "native";
    }

    /** OpenWhisk's name of the kind. */
    String openWhiskKind() {
        return switch (kind) {
            case "python" -> "python:3";
            case "java" -> "java:17";
            default -> "blackbox";
        };
    }
}
