package io.lambdafs.testkit.coherence;

/** The battery of faults on the in-memory twin whose links deliver at once. */
final class InlineCarrierFaultsTest extends CarrierFaultsContract {
    @Override
    protected CarrierFixture fixture() {
        return new InMemoryFixture(true);
    }
}
