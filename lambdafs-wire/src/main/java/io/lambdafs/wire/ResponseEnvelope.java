package io.lambdafs.wire;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one request: the method's response message, or an error code with its message. It also tells the client
 * what time it was by the store's clock, how many deployments there are and how loaded the answering instance is, where that
 * instance knows.
 *
 * <p>There are two versions. The newer one has the load. A client says in its invocation which version it reads, so that an
 * instance answers an older client in the older version.
 */
public final class ResponseEnvelope {
    /** The largest encoded response, in bytes, that a client accepts. */
    public static final int MAX_BYTES = 64 * 1024 * 1024;

    /** The version of an envelope without the load, which every client reads. */
    public static final int OLDEST_VERSION = 2;

    /** The newest version. */
    public static final int VERSION = 3;

    /** The highest load. */
    public static final int MAX_LOAD = 255;

    private static final int SUCCESS = 0;
    private static final int FAILURE = 1;
    private static final int UNSETTLED = 2;
    private static final int UNSETTLED_SUCCESS = 3;

    private final RequestId id;
    private final byte[] payload;
    private final @Nullable ErrorCode error;
    private final String message;
    private final boolean settled;
    private final long storeMillis;
    private final int deployments;
    private final int load;

    private ResponseEnvelope(RequestId id, byte[] payload, @Nullable ErrorCode error, String message, boolean settled) {
        this.id = Objects.requireNonNull(id, "id");
        this.payload = Objects.requireNonNull(payload, "payload");
        this.error = error;
        this.message = Objects.requireNonNull(message, "message");
        this.settled = settled;
        this.storeMillis = 0;
        this.deployments = 0;
        this.load = 0;
    }

    private ResponseEnvelope(ResponseEnvelope same, long storeMillis, int deployments, int load) {
        this.id = same.id;
        this.payload = same.payload;
        this.error = same.error;
        this.message = same.message;
        this.settled = same.settled;
        this.storeMillis = storeMillis;
        this.deployments = deployments;
        this.load = load;
    }

    /** The operation was carried out; the payload is the method's response message in protobuf's encoding. */
    public static ResponseEnvelope success(RequestId id, byte[] payload) {
        return new ResponseEnvelope(id, payload, null, "", true);
    }

    /** This submission found nothing to change, and recorded nothing; another one of the same request may change something. */
    public static ResponseEnvelope unsettledSuccess(RequestId id, byte[] payload) {
        return new ResponseEnvelope(id, payload, null, "", false);
    }

    /** The operation was not carried out, and will not be. */
    public static ResponseEnvelope failure(RequestId id, ErrorCode error, String message) {
        return new ResponseEnvelope(id, new byte[0], Objects.requireNonNull(error, "error"), message, true);
    }

    /** This submission was not carried out; another one of the same request, if there is one, may be. */
    public static ResponseEnvelope unsettledFailure(RequestId id, ErrorCode error, String message) {
        return new ResponseEnvelope(id, new byte[0], Objects.requireNonNull(error, "error"), message, false);
    }

    /**
     * The same outcome, with what the instance knows of the cluster.
     *
     * @param storeMillis a lower bound of the store's time now; 0 if unknown
     * @param known how many deployments there are; 0 where their number does not matter
     */
    public ResponseEnvelope telling(long storeMillis, int known) {
        return new ResponseEnvelope(this, storeMillis, known, load);
    }

    /**
     * The same outcome, with how loaded the instance is.
     *
     * @param told 1 (idle) to 255 (saturated); 0 where the instance does not say
     * @throws IllegalArgumentException if it is outside 0..255
     */
    public ResponseEnvelope underLoad(int told) {
        if (told < 0 || told > MAX_LOAD) {
            throw new IllegalArgumentException("a load of " + told + " is outside 0.." + MAX_LOAD);
        }
        return new ResponseEnvelope(this, storeMillis, deployments, told);
    }

    public RequestId id() {
        return id;
    }

    /** A lower bound of the store's time when this was answered, in milliseconds since the epoch; 0 if unknown. */
    public long storeMillis() {
        return storeMillis;
    }

    /** How many deployments there are; 0 where their number does not matter. */
    public int deployments() {
        return deployments;
    }

    /** How loaded the answering instance was: 1 (idle) to 255 (saturated); 0 if it did not say. */
    public int load() {
        return load;
    }

    public boolean succeeded() {
        return error == null;
    }

    /** The response message's bytes; empty for a failure. Not to be changed. */
    public byte[] payload() {
        return payload;
    }

    /** Why the operation failed; null when it succeeded. */
    public @Nullable ErrorCode error() {
        return error;
    }

    /** What to tell the user about the failure; empty when there was none. */
    public String message() {
        return message;
    }

    /** Whether the same is true of every submission of the request. */
    public boolean isSettled() {
        return settled;
    }

    /** The envelope as bytes, in the newest version. */
    public byte[] encode() {
        return encode(VERSION);
    }

    /**
     * The envelope as bytes, for a client that reads up to this version.
     *
     * @param readable {@link #OLDEST_VERSION} or higher; above {@link #VERSION} the newest version is written
     * @throws IllegalArgumentException if it is lower
     */
    public byte[] encode(int readable) {
        if (readable < OLDEST_VERSION) {
            throw new IllegalArgumentException(
                    "answers of version " + readable + " are not written; the oldest version is " + OLDEST_VERSION);
        }
        int version = Math.min(readable, VERSION);
        ByteWriter out = new ByteWriter(payload.length + 80)
                .putByte(version)
                .putLong(id.client().getMostSignificantBits())
                .putLong(id.client().getLeastSignificantBits())
                .putLong(id.sequence())
                .putLong(storeMillis)
                .putInt(deployments);
        if (version > OLDEST_VERSION) {
            out.putByte(load);
        }
        if (error == null) {
            out.putByte(settled ? SUCCESS : UNSETTLED_SUCCESS).putBytes(payload);
        } else {
            out.putByte(settled ? FAILURE : UNSETTLED).putInt(error.number()).putString(message);
        }
        return out.toBytes();
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are not an envelope of this version or exceed a bound
     */
    public static ResponseEnvelope decode(byte[] bytes) throws MalformedEnvelopeException {
        ByteReader in = new ByteReader(bytes);
        int version = in.getByte();
        if (version < OLDEST_VERSION || version > VERSION) {
            throw new MalformedEnvelopeException(
                    "envelope version " + version + " is outside " + OLDEST_VERSION + ".." + VERSION);
        }
        RequestId id = new RequestId(new UUID(in.getLong(), in.getLong()), in.getLong());
        long storeMillis = in.getLong();
        int deployments = in.getInt();
        int load = version > OLDEST_VERSION ? in.getByte() & MAX_LOAD : 0;
        int status = in.getByte();
        ResponseEnvelope response;
        if (status == SUCCESS) {
            response = success(id, in.getBytes(MAX_BYTES));
        } else if (status == UNSETTLED_SUCCESS) {
            response = unsettledSuccess(id, in.getBytes(MAX_BYTES));
        } else if (status == FAILURE) {
            response = failure(id, ErrorCode.ofNumber(in.getInt()), in.getString(MAX_BYTES));
        } else if (status == UNSETTLED) {
            response = unsettledFailure(id, ErrorCode.ofNumber(in.getInt()), in.getString(MAX_BYTES));
        } else {
            throw new MalformedEnvelopeException("response status " + status + " is outside 0..3");
        }
        in.requireEnd();
        return response.telling(storeMillis, deployments).underLoad(load);
    }
}
