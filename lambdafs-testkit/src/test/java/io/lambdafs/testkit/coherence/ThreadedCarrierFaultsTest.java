package io.lambdafs.testkit.coherence;

/** The battery of faults on the in-memory twin whose links deliver by threads of their own. */
final class ThreadedCarrierFaultsTest extends CarrierFaultsContract {
    @Override
    protected CarrierFixture fixture() {
        return new InMemoryFixture(false);
    }
}
