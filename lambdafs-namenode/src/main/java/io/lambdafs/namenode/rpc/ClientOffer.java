package io.lambdafs.namenode.rpc;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Invitation;
import java.util.List;
import java.util.UUID;

/**
 * What a client says so that an instance connects back.
 *
 * @param client under which name instances know it
 * @param endpoints addresses as {@code host:port}, tried in this order
 * @param secret what the instance has to know there
 * @param certificate the SHA-256 of the client's certificate; empty for a connection that is not encrypted
 * @param answers the newest version of {@link ResponseEnvelope} that it reads, at least the oldest one
 */
@SuppressWarnings("ArrayRecordComponent") // the parts of one message: read once, never compared
public record ClientOffer(UUID client, List<String> endpoints, byte[] secret, byte[] certificate, int answers) {
    public ClientOffer {
        requireNonNull(client, "client");
        endpoints = List.copyOf(endpoints);
        if (certificate.length != 0 && certificate.length != Invitation.DIGEST_BYTES) {
            throw new IllegalArgumentException(
                    "the SHA-256 of a certificate has " + Invitation.DIGEST_BYTES + " bytes");
        }
    }

    static ClientOffer of(Invitation invitation) {
        return new ClientOffer(
                invitation.client(),
                List.of(invitation.endpoint()),
                invitation.secret(),
                invitation.certificate(),
                invitation.answers());
    }

    boolean isEncrypted() {
        return certificate.length > 0;
    }
}
