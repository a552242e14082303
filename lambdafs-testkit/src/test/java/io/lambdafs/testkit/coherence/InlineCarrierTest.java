package io.lambdafs.testkit.coherence;

/** The battery on the in-memory twin whose links deliver at once. */
final class InlineCarrierTest extends CarrierContract {
    @Override
    protected CarrierFixture fixture() {
        return new InMemoryFixture(true);
    }
}
