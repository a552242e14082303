package io.lambdafs.benchmark.echo;

/**
 * How long a request and its answer are, in bytes, without the length that is sent before each.
 *
 * <p>Those of λFS were read off its sockets, with the paths of the benchmark: {@code bytes_sent} and {@code bytes_received} of
 * {@code ss -i}, over thousands of calls.
 */
public record EchoSizes(int request, int answer) {
    private static final EchoSizes STAT = new EchoSizes(142, 108);
    /** An empty file's, which has no blocks. */
    private static final EchoSizes OPEN = new EchoSizes(156, 55);
    /** Of twenty files. */
    private static final EchoSizes LS = new EchoSizes(126, 1632);

    public EchoSizes {
        if (Math.min(request, answer) < EchoFrames.HEADER_BYTES
                || Math.max(request, answer) > EchoFrames.MAX_FRAME_BYTES) {
            throw new IllegalArgumentException(
                    "frames have " + EchoFrames.HEADER_BYTES + " to " + EchoFrames.MAX_FRAME_BYTES + " bytes");
        }
    }

    /** Those of some work on a file system. */
    public static EchoSizes of(String work) {
        return switch (work) {
            case "stat" -> STAT;
            case "open" -> OPEN;
            case "ls" -> LS;
            default -> throw new IllegalArgumentException("no work of an echo is called " + work);
        };
    }
}
