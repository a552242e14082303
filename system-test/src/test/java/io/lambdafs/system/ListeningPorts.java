package io.lambdafs.system;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which process listens where, as Linux tells it. */
public final class ListeningPorts {
    private static final Path PROC = Path.of("/proc");

    /** Local address and port, the remote ones, the state LISTEN, five columns, and the socket's inode. */
    private static final Pattern LISTENING =
            Pattern.compile("(?m)^ *\\d+: ([0-9A-F]+):([0-9A-F]+) \\S+ 0A (?:\\S+ +){5}(\\d+)");

    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");

    private ListeningPorts() {}

    /** Whether this system tells it. */
    public static boolean areKnown() {
        return Files.isDirectory(PROC.resolve("self/fd"));
    }

    /** Where a socket listens. */
    public record Endpoint(InetAddress address, int port) {
        boolean isLoopback() {
            return address.isLoopbackAddress();
        }

        /**
         * Reads an address as the kernel prints it: words of four bytes in the machine's order. One that is an IPv4
         * address in IPv6's clothes becomes that.
         */
        static Endpoint parse(String address, String port) throws IOException {
            byte[] printed = HexFormat.of().parseHex(address);
            ByteBuffer words = ByteBuffer.wrap(printed);
            ByteBuffer bytes = ByteBuffer.allocate(printed.length).order(ByteOrder.nativeOrder());
            while (words.hasRemaining()) {
                bytes.putInt(words.getInt());
            }
            return new Endpoint(InetAddress.getByAddress(bytes.array()), Integer.parseInt(port, 16));
        }
    }

    /** Where a process listens; nothing if it has ended. */
    public static List<Endpoint> of(long pid) throws IOException {
        Map<String, Endpoint> all = new HashMap<>();
        for (String table : List.of("tcp", "tcp6")) {
            Path file = PROC.resolve("self/net/" + table);
            // A machine may do without IPv6.
            if (Files.exists(file)) {
                Matcher row = LISTENING.matcher(Files.readString(file));
                while (row.find()) {
                    all.put(row.group(3), Endpoint.parse(row.group(1), row.group(2)));
                }
            }
        }
        return socketsOf(pid).stream().filter(all::containsKey).map(all::get).collect(Collectors.toList());
    }

    private static Set<String> socketsOf(long pid) throws IOException {
        Set<String> sockets = new TreeSet<>();
        try (Stream<Path> descriptors = Files.list(PROC.resolve(pid + "/fd"))) {
            for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
                Matcher socket = SOCKET.matcher(target(descriptor));
                if (socket.matches()) {
                    sockets.add(socket.group(1));
                }
            }
        } catch (NoSuchFileException e) {
            // It ended after it was looked for.
            return sockets;
        }
        return sockets;
    }

    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            // It was closed after it was listed.
            return "";
        }
    }
}
