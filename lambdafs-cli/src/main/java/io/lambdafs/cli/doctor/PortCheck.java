package io.lambdafs.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether every part that runs accepts connections where it says that it listens. */
final class PortCheck implements Check {
    private static final int MILLIS = 2_000;
    private static final Pattern PORT = Pattern.compile("([\\w.-]+):(\\d{1,5})(?:[/,]|\\s|$)");
    private static final Pattern SOCKET = Pattern.compile("(/\\S+\\.sock)");

    @Override
    public String name() {
        return "ports";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        int open = 0;
        for (ExaminedStack.Part part : stack.parts()) {
            Optional<SocketAddress> address = part.running() ? address(part.address()) : Optional.empty();
            if (address.isEmpty()) {
                continue;
            }
            if (accepts(address.get())) {
                open++;
            } else {
                findings.error(
                        part.name() + " runs and accepts no connection at " + part.address(),
                        "Look at 'lambdafs logs " + part.name() + "'. If it hangs, end process " + part.pid()
                                + " and run 'lambdafs start'.");
            }
        }
        findings.ok(open + " addresses accept connections");
    }

    /** The first address in a text for people. */
    static Optional<SocketAddress> address(String text) {
        Matcher socket = SOCKET.matcher(text);
        if (socket.find()) {
            return Optional.of(UnixDomainSocketAddress.of(Path.of(socket.group(1))));
        }
        Matcher port = PORT.matcher(text);
        return port.find()
                ? Optional.of(new InetSocketAddress(port.group(1), Integer.parseInt(port.group(2))))
                : Optional.empty();
    }

    private static boolean accepts(SocketAddress address) {
        try {
            if (address instanceof UnixDomainSocketAddress) {
                // Connecting to a socket of the same machine does not wait for anybody.
                try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                    return channel.connect(address);
                }
            }
            try (Socket socket = new Socket()) {
                socket.connect(address, MILLIS);
                return true;
            }
        } catch (IOException refused) {
            return false;
        }
    }
}
