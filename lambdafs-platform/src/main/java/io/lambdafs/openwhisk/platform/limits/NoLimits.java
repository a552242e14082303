package io.lambdafs.openwhisk.platform.limits;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Processes use what they get, because nothing here can limit them.
 *
 * @param reason why, and what to do about it
 */
record NoLimits(String reason) implements ResourceLimits {
    enum Unlimited implements ProcessLimits {
        INSTANCE;

        @Override
        public List<String> command(List<String> command) {
            return command;
        }

        @Override
        public void limitCpu(int cpuMillis) {}

        @Override
        public OptionalLong throttledMillis() {
            return OptionalLong.empty();
        }

        @Override
        public boolean hasRunOutOfMemory() {
            return false;
        }

        @Override
        public void close() {}
    }

    @Override
    public ProcessLimits prepare(String name, int memoryMb) {
        return ProcessLimits.none();
    }

    @Override
    public Optional<String> unavailable() {
        return Optional.of(reason);
    }

    @Override
    public void close() {}
}
