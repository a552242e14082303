package io.lambdafs.store.rocks.operation;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.wire.RequestId;
import java.util.List;
import java.util.Optional;

/**
 * What a transaction does when it begins.
 *
 * @param request the request to admit, if it is for one
 * @param locks the rows to lock, at most {@link WriteHint#MAX_LOCKS}
 * @param blocksOf the key of the file among them whose blocks to read
 * @param leaseOf the client whose lease's age to read
 */
public record Opening(
        Optional<RequestId> request, List<KeyLock> locks, Optional<INodeKey> blocksOf, Optional<String> leaseOf) {
    static final Codec<Opening> CODEC = Codec.of(Opening::put, Opening::get);

    private static final Codec<Optional<RequestId>> REQUEST = Codecs.REQUEST_ID.optional();
    private static final Codec<List<KeyLock>> LOCKS = Codecs.KEY_LOCK.list();
    private static final Codec<Optional<INodeKey>> KEY = Codecs.INODE_KEY.optional();
    private static final Codec<Optional<String>> CLIENT = Codecs.TEXT.optional();

    public Opening {
        requireNonNull(request, "request");
        locks = List.copyOf(locks);
        requireNonNull(blocksOf, "blocksOf");
        requireNonNull(leaseOf, "leaseOf");
        if (locks.size() > WriteHint.MAX_LOCKS) {
            throw new IllegalArgumentException(locks.size() + " locks, more than " + WriteHint.MAX_LOCKS);
        }
    }

    /** Of a request, if there is one, with a hint. */
    public static Opening of(Optional<RequestId> request, WriteHint hint) {
        return new Opening(request, hint.locks(), hint.blocksOf(), hint.leaseOf());
    }

    private void put(Encoder out) {
        REQUEST.put(out, request);
        LOCKS.put(out, locks);
        KEY.put(out, blocksOf);
        CLIENT.put(out, leaseOf);
    }

    private static void put(Encoder out, Opening opening) {
        opening.put(out);
    }

    private static Opening get(Decoder in) {
        return new Opening(REQUEST.get(in), LOCKS.get(in), KEY.get(in), CLIENT.get(in));
    }
}
