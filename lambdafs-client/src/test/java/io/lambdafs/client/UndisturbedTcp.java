package io.lambdafs.client;

/** TCP on which no connection is ever lost and no other function can be asked, for tests of what is above it. */
abstract class UndisturbedTcp implements TcpPath {
    @Override
    public int substituteFor(int deployment) {
        return -1;
    }

    @Override
    public int connections(int deployment) {
        return reaches(deployment) ? 1 : 0;
    }

    @Override
    public long lost() {
        return 0;
    }

    @Override
    public long lost(int deployment) {
        return 0;
    }

    @Override
    public long activatedAt(int deployment) {
        return Long.MIN_VALUE;
    }

    @Override
    public boolean wasReached() {
        return true;
    }
}
