package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How programs and their server talk.
 *
 * @param slots how many calls can be under way at once
 * @param dataBytes how many bytes one call can carry; longer reads and writes are several calls
 * @param handles how many files can be open at once, in all programs of the function together
 * @param connections how many processes can be connected at once
 * @param spin how long each side looks for the other's next step before it sleeps
 * @param timeout after which time without an answer a program gets EIO
 */
public record IpcSettings(int slots, int dataBytes, int handles, int connections, Duration spin, Duration timeout) {
    public IpcSettings {
        requireNonNull(spin, "spin");
        requireNonNull(timeout, "timeout");
        require(slots >= 1 && slots <= 1024, "slots", "between 1 and 1024");
        require(
                dataBytes >= 16384 && dataBytes <= 64 << 20 && dataBytes % 64 == 0,
                "data bytes of a slot",
                "between 16 KiB and 64 MiB, and a multiple of 64");
        require(
                handles >= 2 && handles <= dataBytes / 4,
                "open files",
                "between 2 and a quarter of a slot's data bytes");
        require(connections >= 1 && connections <= 65536, "connections", "between 1 and 65536");
        require(!spin.isNegative() && spin.toMillis() <= 1000, "spinning", "at most a second");
        require(timeout.toMillis() >= 1 && timeout.toHours() <= 24, "the timeout", "between 1 ms and a day");
    }

    private static void require(boolean holds, String what, String bounds) {
        if (!holds) {
            throw new IllegalArgumentException(what + " must be " + bounds);
        }
    }

    public static IpcSettings defaults() {
        return new IpcSettings(10, 256 << 10, 4096, 1024, Duration.ofNanos(50_000), Duration.ofSeconds(30));
    }
}
