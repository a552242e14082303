package io.lambdafs.deployments;

/** A process divides the namespace among another number of deployments than the store records; the message says what to do. */
public final class WrongDeploymentsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int recorded;

    WrongDeploymentsException(String message, int recorded) {
        super(message);
        this.recorded = recorded;
    }

    /** What the store records; {@link DeploymentNumber#CHANGING} while the number is being changed. */
    public int recorded() {
        return recorded;
    }
}
