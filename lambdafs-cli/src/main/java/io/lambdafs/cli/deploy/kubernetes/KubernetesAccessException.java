package io.lambdafs.cli.deploy.kubernetes;

/** There is no way to the API server. The message is a sentence for the user that says what to do. */
public final class KubernetesAccessException extends Exception {
    private static final long serialVersionUID = 1L;

    KubernetesAccessException(String message) {
        super(message);
    }

    KubernetesAccessException(String message, Throwable cause) {
        super(message, cause);
    }
}
