package io.lambdafs.gateway;

import java.io.IOException;
import java.io.PrintStream;

/** The program that runs one gateway until it is told to end. */
public final class GatewayMain {
    private static final String NAME = "lambdafs-gateway: ";

    private GatewayMain() {}

    /** Runs a gateway; see {@link GatewayOptions#USAGE}. Ends with 2 if an argument is wrong, and with 1 if it cannot start. */
    public static void main(String[] arguments) {
        int status = run(arguments, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] arguments, PrintStream messages) {
        try {
            Gateway gateway = Gateway.start(GatewayOptions.parse(arguments));
            Runtime.getRuntime().addShutdownHook(new Thread(gateway::close, "close"));
            System.out.println("READY gateway " + gateway.description());
            return 0;
        } catch (IllegalArgumentException e) {
            messages.println(NAME + e.getMessage());
            messages.println(GatewayOptions.USAGE);
            return 2;
        } catch (IOException e) {
            messages.println(NAME + e.getMessage());
            return 1;
        }
    }
}
