package io.lambdafs.coherence;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The bytes of INVs, as members send them: a version, the number of rounds, and for each its number, its plain paths,
 * its directories and its prefixes. Numbers are in groups of seven bits, the lowest first; paths are their length and their UTF-8.
 */
public final class InvCodec {
    private static final int VERSION = 2;
    private static final int GROUP_BITS = 7;
    private static final int GROUP_MASK = 0x7f;
    private static final int MORE = 0x80;

    private InvCodec() {}

    /**
     * Encodes the scopes of rounds, by their numbers.
     *
     * @throws CharacterCodingException if a path has no UTF-8
     */
    public static byte[] encode(Map<Long, Scope> rounds) throws CharacterCodingException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(VERSION);
        writeNumber(out, rounds.size());
        for (Map.Entry<Long, Scope> round : rounds.entrySet()) {
            writeNumber(out, round.getKey());
            writePaths(out, round.getValue().paths());
            writePaths(out, round.getValue().directories());
            writePaths(out, round.getValue().prefixes());
        }
        return out.toByteArray();
    }

    private static void writePaths(ByteArrayOutputStream out, Set<FsPath> paths) throws CharacterCodingException {
        writeNumber(out, paths.size());
        for (FsPath path : paths) {
            // A path that cannot be written must not arrive as another one.
            ByteBuffer text = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(path.toString()));
            writeNumber(out, text.remaining());
            out.write(text.array(), text.arrayOffset(), text.remaining());
        }
    }

    private static void writeNumber(ByteArrayOutputStream out, long number) {
        long rest = number;
        while (rest >= MORE) {
            out.write((int) (rest & GROUP_MASK) | MORE);
            rest >>>= GROUP_BITS;
        }
        out.write((int) rest);
    }

    /**
     * Decodes what a leader published.
     *
     * @throws MalformedInvException if these are not the bytes of INVs
     */
    public static List<Inv> decode(WriterId leader, byte[] content) throws MalformedInvException {
        ByteBuffer in = ByteBuffer.wrap(content);
        if (!in.hasRemaining() || in.get() != VERSION) {
            throw new MalformedInvException("not of version " + VERSION);
        }
        int rounds = readCount(in);
        List<Inv> invs = new ArrayList<>(rounds);
        for (int i = 0; i < rounds; i++) {
            long number = readNumber(in);
            if (number < 1) {
                throw new MalformedInvException("a round without a number");
            }
            invs.add(new Inv(new RoundId(leader, number), new Scope(readPaths(in), readPaths(in), readPaths(in))));
        }
        if (in.hasRemaining()) {
            throw new MalformedInvException("more bytes than INVs");
        }
        return invs;
    }

    private static Set<FsPath> readPaths(ByteBuffer in) throws MalformedInvException {
        int count = readCount(in);
        Set<FsPath> paths = new HashSet<>();
        for (int i = 0; i < count; i++) {
            byte[] text = new byte[readCount(in)];
            in.get(text);
            try {
                paths.add(FsPath.parse(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(text))
                        .toString()));
            } catch (CharacterCodingException | FsException e) {
                throw new MalformedInvException("a path that is none", e);
            }
        }
        return paths;
    }

    /** A number of things that each take up a byte or more. */
    private static int readCount(ByteBuffer in) throws MalformedInvException {
        long count = readNumber(in);
        if (count < 0 || count > in.remaining()) {
            throw new MalformedInvException("it ends too soon");
        }
        return (int) count;
    }

    private static long readNumber(ByteBuffer in) throws MalformedInvException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += GROUP_BITS) {
            if (!in.hasRemaining()) {
                throw new MalformedInvException("it ends too soon");
            }
            byte group = in.get();
            number |= (long) (group & GROUP_MASK) << shift;
            if ((group & MORE) == 0) {
                return number;
            }
        }
        throw new MalformedInvException("a number that is too long");
    }
}
