package io.lambdafs.gateway.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Sends the requests of a transcript to a web server, and writes down the answers.
 *
 * <p>A line {@code $ METHOD PATH} is a request; {@code {user}} in it stands for the user who started the system. What follows
 * {@code <<<} is sent to the place that a redirection names, as WebHDFS has it. Of each answer there are status, media type,
 * place and body. What differs from run to run is left out: times, numbers of inodes and blocks, addresses.
 */
final class WebHdfsSession {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final String REQUEST = "$ ";
    private static final String BODY = " <<<";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(BOUND)
            .build();
    private final String server;
    private final String user;

    /**
     * A session.
     *
     * @param server the URL of the web server, without a slash at its end
     * @param user the user that started the system
     */
    WebHdfsSession(String server, String user) {
        this.server = server;
        this.user = user;
    }

    /** A request with its answer. */
    record Exchange(String request, String answer) {}

    /** Records a transcript: takes the server's URL, the user who started it, and the file, whose answers it replaces. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[2]);
        String text = Files.readString(file);
        StringBuilder recorded = new StringBuilder();
        text.lines()
                .takeWhile(line -> line.startsWith("#"))
                .forEach(line -> recorded.append(line).append('\n'));
        for (Exchange exchange : new WebHdfsSession(arguments[0], arguments[1]).run(text)) {
            recorded.append('\n')
                    .append(REQUEST)
                    .append(exchange.request())
                    .append('\n')
                    .append(exchange.answer());
        }
        Files.writeString(file, recorded);
    }

    /** Reads a transcript. */
    static List<Exchange> read(String transcript) {
        List<Exchange> exchanges = new ArrayList<>();
        for (String part : transcript.split("(?m)^\\$ ", -1)) {
            int end = part.indexOf('\n');
            if (!part.startsWith("#") && end > 0) {
                exchanges.add(new Exchange(part.substring(0, end), withoutEmptyLines(part.substring(end + 1))));
            }
        }
        return exchanges;
    }

    private static String withoutEmptyLines(String text) {
        StringBuilder lines = new StringBuilder();
        text.lines()
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(line -> lines.append(line).append('\n'));
        return lines.toString();
    }

    /** Sends the requests of a transcript, one after the other. */
    List<Exchange> run(String transcript) {
        return read(transcript).stream()
                .map(exchange -> new Exchange(exchange.request(), answer(exchange.request())))
                .toList();
    }

    private String answer(String request) {
        int at = request.indexOf(BODY);
        String line = (at < 0 ? request : request.substring(0, at)).replace("{user}", user);
        String[] parts = line.split(" ", 2);
        HttpResponse<String> first = send(parts[0], URI.create(server + parts[1]), BodyPublishers.noBody());
        String answer = text(first);
        if (at >= 0 && first.headers().firstValue("Location").isPresent()) {
            String body = request.substring(at + BODY.length()).strip();
            URI place = URI.create(first.headers().firstValue("Location").get());
            answer += "then " + text(send(parts[0], place, content(parts[0], body)));
        }
        return masked(answer);
    }

    private static BodyPublisher content(String method, String body) {
        return method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    }

    private HttpResponse<String> send(String method, URI place, BodyPublisher body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(place)
                    .timeout(BOUND)
                    .method(method, body)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + place, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String text(HttpResponse<String> response) {
        StringBuilder text = new StringBuilder().append(response.statusCode());
        response.headers()
                .firstValue("Content-Type")
                .ifPresent(type -> text.append(' ').append(type.replace("; ", ";")));
        response.headers()
                .firstValue("Location")
                .ifPresent(place -> text.append(" to ").append(place));
        text.append('\n');
        return response.body().isEmpty()
                ? text.toString()
                : text + response.body().strip().replaceAll("\n+", "\n") + "\n";
    }

    private String masked(String answer) {
        String text = answer;
        for (Mask mask : Mask.ALL) {
            text = mask.pattern().matcher(text).replaceAll(mask.by());
        }
        return text.replaceAll("\\b" + Pattern.quote(user) + "\\b", "{user}");
    }

    /** What differs from run to run, and what is written instead. */
    private record Mask(Pattern pattern, String by) {
        static final List<Mask> ALL = List.of(
                of(
                        "\"(modificationTime|accessTime|fileId|blockId|generationStamp|lastUpdate|lastUpdateMonotonic|lastBlockReportTime|lastBlockReportMonotonic)\":\\d+",
                        "\"$1\":0"),
                // DataNodes give the stack trace of the NameNode's exception, if it came with one.
                of("\\\\n(\\\\tat [^\"]*)?\"", "\""),
                of("\\bBP-[0-9.-]+\\b", "BP"),
                of("\\bblk_\\d+(_\\d+)?", "blk"),
                of("DS-[0-9a-f-]{36}", "DS"),
                of("[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", "UUID"),
                of("\\b(127\\.0\\.0\\.1|localhost)(:\\d+)", "HOST:PORT"),
                of("\"(infoPort|ipcPort|xferPort|infoSecurePort)\":\\d+", "\"$1\":0"),
                of(
                        "\"(capacity|remaining|used|dfsUsed|nonDfsUsed|nonDfsUsedSpace|blockPoolUsed|blockPoolUsedPercent|xceiverCount)\":[0-9.E-]+",
                        "\"$1\":0"));

        private static Mask of(String pattern, String by) {
            return new Mask(Pattern.compile(pattern), by);
        }
    }
}
