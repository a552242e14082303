package io.lambdafs.namenode;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.authentication.Signature;

/** By what a caller is known. */
public enum Authentication {
    /** By the request's own word. */
    NONE,
    /** By a delegation token. */
    TOKEN,
    /** By the word of a service that has authenticated the caller, such as a gateway. */
    SERVICE;

    /** How this request's caller is known. */
    public static Authentication of(RequestEnvelope request) {
        Signature signature = request.signature();
        if (!request.isProven() || signature == null) {
            return NONE;
        }
        return switch (signature.credential().kind()) {
            case DELEGATION_TOKEN -> TOKEN;
            case SERVICE_KEY -> SERVICE;
        };
    }
}
