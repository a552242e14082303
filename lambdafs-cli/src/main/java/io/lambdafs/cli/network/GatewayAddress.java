package io.lambdafs.cli.network;

import java.net.URI;
import java.util.Optional;

/**
 * Where a gateway serves.
 *
 * @param rpc Hadoop's RPC
 * @param http the web server; empty if there is none
 */
public record GatewayAddress(URI rpc, Optional<URI> http) {
    /** What a gateway says when it serves: the URLs, Hadoop's RPC first; empty if it never ran. */
    public static Optional<GatewayAddress> parse(String said) {
        if (said.isEmpty()) {
            return Optional.empty();
        }
        String[] urls = said.split(" ", -1);
        Optional<URI> http = urls.length > 1 ? Optional.of(URI.create(urls[1])) : Optional.empty();
        return Optional.of(new GatewayAddress(URI.create(urls[0]), http));
    }
}
