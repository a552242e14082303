package io.lambdafs.store.rocks.net;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * A process with a server that answers each request with itself, except for the request "hold", which it prints and does not
 * answer. It ends when its standard input does.
 */
final class EchoProcess {
    static final String HOLD = "hold";

    private EchoProcess() {}

    /** With the address at which to listen; prints the one at which it does. */
    public static void main(String[] arguments) throws Exception {
        try (EngineServer server = EngineServer.start(
                EngineAddress.parse(arguments[0]),
                Admission.of(NetFixture.SECRET),
                ServerLimits.defaults(),
                (number, role) -> new Holding(),
                line -> System.err.println(line),
                why -> System.err.println(why))) {
            System.out.println(server.address());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static final class Holding implements ConnectionHandler {
        @Override
        public void request(ByteBuffer payload, AnswerTo answer) {
            byte[] request = NetFixture.bytes(payload);
            if (NetFixture.text(request).equals(HOLD)) {
                System.out.println(HOLD);
            } else {
                answer.send(request);
            }
        }

        @Override
        public void told(ByteBuffer payload) {
            // It has no answer.
        }

        @Override
        public void closed() {
            // It has nothing.
        }
    }
}
