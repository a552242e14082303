package io.lambdafs.namenode.rpc;

/**
 * Where a client listens, parsed from {@code host:port}; an IPv6 address may stand in brackets.
 *
 * @param host name or address
 * @param port 1 to 65535
 */
record ClientEndpoint(String host, int port) {
    private static final int MAX_CHARS = 300;

    /**
     * Parses an endpoint.
     *
     * @throws IllegalArgumentException if it is none
     */
    static ClientEndpoint parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || text.length() > MAX_CHARS) {
            throw new IllegalArgumentException("not host:port");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port outside 1..65535");
        }
        return new ClientEndpoint(host, port);
    }
}
