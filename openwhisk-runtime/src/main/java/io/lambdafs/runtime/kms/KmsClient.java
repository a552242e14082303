package io.lambdafs.runtime.kms;

import static java.util.Objects.requireNonNull;

import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.JsonObject;
import io.lambdafs.container.MalformedJsonException;
import io.lambdafs.namenode.encryption.EncryptedKey;
import io.lambdafs.namenode.encryption.KeyProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asks Hadoop's key management server, by its REST interface. Of several servers it asks one after another until one answers. Thread-safe.
 *
 * <p>It speaks for the user that NameNodes run as, whom the server must let see metadata and generate encrypted keys. It never asks to have a
 * key decrypted.
 */
public final class KmsClient implements KeyProvider {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int READ_MILLIS = 5_000;

    /** An answer with a hundred keys has about 20 KB. */
    private static final int MOST_BYTES = 1 << 20;

    private final KmsAddress address;
    private final String user;
    private final JsonCodec json = new JsonCodec();
    private final AtomicInteger first = new AtomicInteger();

    /**
     * Of these servers.
     *
     * @param user the user for which it speaks
     */
    public KmsClient(KmsAddress address, String user) {
        this.address = requireNonNull(address, "address");
        this.user = requireNonNull(user, "user");
    }

    @Override
    public String uri() {
        return address.uri();
    }

    @Override
    public Optional<String> cipher(String key) throws IOException {
        JsonObject answer = read(get("key/" + encoded(key) + "/_metadata?"));
        return answer.fields().get("cipher") instanceof String cipher ? Optional.of(cipher) : Optional.empty();
    }

    @Override
    public List<EncryptedKey> generate(String key, int count) throws IOException {
        // An array, which is made the value of an object.
        byte[] array = get("key/" + encoded(key) + "/_eek?eek_op=generate&num_keys=" + count + "&");
        JsonObject answer =
                read(("{\"keys\":" + new String(array, StandardCharsets.UTF_8) + "}").getBytes(StandardCharsets.UTF_8));
        List<EncryptedKey> keys = new ArrayList<>();
        if (answer.fields().get("keys") instanceof List<?> list) {
            for (Object each : list) {
                keys.add(key(each));
            }
        }
        if (keys.isEmpty()) {
            throw new IOException(address.uri() + " answered with no key");
        }
        return keys;
    }

    private EncryptedKey key(@Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> key
                && key.get("versionName") instanceof String version
                && key.get("iv") instanceof String iv
                && key.get("encryptedKeyVersion") instanceof Map<?, ?> encrypted
                && encrypted.get("material") instanceof String material) {
            try {
                return EncryptedKey.of(version, bytes(iv), bytes(material));
            } catch (IllegalArgumentException e) {
                throw new IOException(address.uri() + " answered with a key that is not encoded in base 64", e);
            }
        }
        throw new IOException(address.uri() + " answered with something that is not a key");
    }

    private static byte[] bytes(String text) {
        return Base64.getUrlDecoder().decode(text.strip());
    }

    private JsonObject read(byte[] answer) throws IOException {
        try {
            return json.read(answer);
        } catch (MalformedJsonException e) {
            throw new IOException(address.uri() + " is not a key management server: " + e.getMessage(), e);
        }
    }

    /* Refused by one is refused by all: they have the same keys. */
    private byte[] get(String request) throws IOException {
        List<String> bases = address.bases();
        IOException last = new IOException("there is no key management server");
        int begin = first.get();
        for (int i = 0; i < bases.size(); i++) {
            int which = Math.floorMod(begin + i, bases.size());
            try {
                byte[] answer = get(URI.create(bases.get(which) + request + "user.name=" + encoded(user)));
                first.set(which);
                return answer;
            } catch (RefusedException e) {
                throw e;
            } catch (IOException e) {
                last = new IOException(bases.get(which) + " does not answer: " + e.getMessage(), e);
            }
        }
        throw last;
    }

    private byte[] get(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(READ_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Accept", "application/json");
        try {
            int status = connection.getResponseCode();
            if (status == HttpURLConnection.HTTP_OK) {
                return bounded(connection.getInputStream());
            }
            String why = why(connection);
            if (status >= HttpURLConnection.HTTP_INTERNAL_ERROR) {
                throw new IOException("status " + status + why);
            }
            throw new RefusedException(address.uri() + " refused it, with status " + status + why);
        } finally {
            connection.disconnect();
        }
    }

    private String why(HttpURLConnection connection) throws IOException {
        InputStream errors = connection.getErrorStream();
        if (errors == null) {
            return "";
        }
        try {
            JsonObject answer = json.read(bounded(errors));
            return answer.fields().get("RemoteException") instanceof Map<?, ?> remote && remote.get("message") != null
                    ? ": " + remote.get("message")
                    : "";
        } catch (MalformedJsonException none) {
            return "";
        }
    }

    private static byte[] bounded(InputStream in) throws IOException {
        try (in) {
            byte[] read = in.readNBytes(MOST_BYTES + 1);
            if (read.length > MOST_BYTES) {
                throw new IOException("its answer has more than " + MOST_BYTES + " bytes");
            }
            return read;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The server understood, and said no. */
    private static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }
}
