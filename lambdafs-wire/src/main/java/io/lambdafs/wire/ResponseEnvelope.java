package io.lambdafs.wire;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one request: the method's response message, or an error code with its message. It also tells the client
 * what time it was by the store's clock and how many deployments there are, where the answering instance knows.
 */
public final class ResponseEnvelope {
    /** The largest encoded response, in bytes, that a client accepts. */
    public static final int MAX_BYTES = 64 * 1024 * 1024;

    private static final int VERSION = 2;
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

    private ResponseEnvelope(RequestId id, byte[] payload, @Nullable ErrorCode error, String message, boolean settled) {
        this.id = Objects.requireNonNull(id, "id");
        this.payload = Objects.requireNonNull(payload, "payload");
        this.error = error;
        this.message = Objects.requireNonNull(message, "message");
        this.settled = settled;
        this.storeMillis = 0;
        this.deployments = 0;
    }

    private ResponseEnvelope(ResponseEnvelope same, long storeMillis, int deployments) {
        this.id = same.id;
        this.payload = same.payload;
        this.error = same.error;
        this.message = same.message;
        this.settled = same.settled;
        this.storeMillis = storeMillis;
        this.deployments = deployments;
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
        return new ResponseEnvelope(this, storeMillis, known);
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

    /** The envelope as bytes. */
    public byte[] encode() {
        ByteWriter out = new ByteWriter(payload.length + 80)
                .putByte(VERSION)
                .putLong(id.client().getMostSignificantBits())
                .putLong(id.client().getLeastSignificantBits())
                .putLong(id.sequence())
                .putLong(storeMillis)
                .putInt(deployments);
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
        if (version != VERSION) {
            throw new MalformedEnvelopeException("envelope version " + version + " is not " + VERSION);
        }
        RequestId id = new RequestId(new UUID(in.getLong(), in.getLong()), in.getLong());
        long storeMillis = in.getLong();
        int deployments = in.getInt();
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
        return response.telling(storeMillis, deployments);
    }
}
