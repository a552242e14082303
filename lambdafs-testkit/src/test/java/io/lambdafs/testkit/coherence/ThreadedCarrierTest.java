package io.lambdafs.testkit.coherence;

/** The battery on the in-memory twin whose links deliver by threads of their own. */
final class ThreadedCarrierTest extends CarrierContract {
    @Override
    protected CarrierFixture fixture() {
        return new InMemoryFixture(false);
    }
}
