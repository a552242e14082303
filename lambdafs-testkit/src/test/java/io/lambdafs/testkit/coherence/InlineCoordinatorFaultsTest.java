package io.lambdafs.testkit.coherence;

/** The battery of faults on the in-memory twin whose links deliver at once. */
final class InlineCoordinatorFaultsTest extends CoordinatorFaultsContract {
    @Override
    protected CoordinatorFixture fixture() {
        return new InMemoryFixture(true);
    }
}
