package io.lambdafs.namenode.encryption;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** A key provider in memory, which encrypts nothing and numbers its keys. */
public final class TwinKeyProvider implements KeyProvider {
    /** What is done while it is asked. */
    public Runnable whileAsked = () -> {};

    public boolean away;

    /** How often it made keys. */
    public int asked;

    private final Map<String, String> ciphers = new HashMap<>();
    private int made;

    public TwinKeyProvider with(String key, String cipher) {
        ciphers.put(key, cipher);
        return this;
    }

    @Override
    public String uri() {
        return "kms://http@twin:9600/kms";
    }

    @Override
    public Optional<String> cipher(String key) throws IOException {
        requireThere();
        return Optional.ofNullable(ciphers.get(key));
    }

    @Override
    public List<EncryptedKey> generate(String key, int count) throws IOException {
        requireThere();
        asked++;
        whileAsked.run();
        List<EncryptedKey> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made++;
            keys.add(new EncryptedKey(key + "@0", bytes("iv" + made), bytes(key + " " + made)));
        }
        return keys;
    }

    private static ByteString bytes(String text) {
        return ByteString.copyFrom(text, StandardCharsets.UTF_8);
    }

    private void requireThere() throws IOException {
        if (away) {
            throw new IOException("it is away");
        }
    }
}
