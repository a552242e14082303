package io.lambdafs.namenode.encryption;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The service that has the keys of encryption zones. Thread-safe. */
public interface KeyProvider {
    /** How clients reach it, as Hadoop's {@code hadoop.security.key.provider.path} says it. */
    String uri();

    /**
     * The name of the cipher of a key, such as {@code AES/CTR/NoPadding}; nothing if there is no such key.
     *
     * @throws IOException with a sentence for the user, if it does not answer in time or refuses
     */
    Optional<String> cipher(String key) throws IOException;

    /**
     * Makes new keys for files, encrypted with this key.
     *
     * @param count how many, 1 to 1000
     * @throws IOException with a sentence for the user, if it does not answer in time or refuses
     */
    List<EncryptedKey> generate(String key, int count) throws IOException;
}
