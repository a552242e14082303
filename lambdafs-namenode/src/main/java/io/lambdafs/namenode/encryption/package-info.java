/**
 * Encryption zones: which directories are one, with which keys files in them are encrypted, and how NameNodes get such keys from a key
 * management server. Start reading at {@link io.lambdafs.namenode.encryption.Zone}.
 *
 * <p>NameNodes see encrypted keys only. Clients have them decrypted by the key management server, and encrypt and decrypt contents
 * themselves.
 */
@NullMarked
package io.lambdafs.namenode.encryption;

import org.jspecify.annotations.NullMarked;
