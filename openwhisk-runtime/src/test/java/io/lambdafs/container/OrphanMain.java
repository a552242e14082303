package io.lambdafs.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process that ends with its parent, and makes a file in the end; with {@code hang} after the name it never would end. */
final class OrphanMain {
    private OrphanMain() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(Path.of(args[0]))));
        if (args.length > 1) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> hang(never)));
        }
        ParentWatch.endWith(System.in, Duration.ofSeconds(1));
        never.await();
    }

    private static void leave(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void hang(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
