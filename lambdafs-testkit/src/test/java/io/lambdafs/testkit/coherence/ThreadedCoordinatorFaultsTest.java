package io.lambdafs.testkit.coherence;

/** The battery of faults on the in-memory twin whose links deliver by threads of their own. */
final class ThreadedCoordinatorFaultsTest extends CoordinatorFaultsContract {
    @Override
    protected CoordinatorFixture fixture() {
        return new InMemoryFixture(false);
    }
}
