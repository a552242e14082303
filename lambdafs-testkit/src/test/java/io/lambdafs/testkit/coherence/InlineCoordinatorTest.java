package io.lambdafs.testkit.coherence;

/** The battery on the in-memory twin whose links deliver at once. */
final class InlineCoordinatorTest extends CoordinatorContract {
    @Override
    protected CoordinatorFixture fixture() {
        return new InMemoryFixture(true);
    }
}
