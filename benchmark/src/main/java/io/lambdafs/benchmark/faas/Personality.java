package io.lambdafs.benchmark.faas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * What a kind of server does with files, after the workloads of that name in Filebench (Tarasov, Zadok, Shepler, 2016), written anew: which
 * operations one request has, and on what files. Numbers and sizes of files are a tenth or less of Filebench's, so that they fit into
 * a machine's memory and a short run.
 */
enum Personality {
    FILE_SERVER(new FileSet("files", 500, 128 << 10), 6) {
        @Override
        void request(Path root, RandomGenerator random) throws IOException {
            files().write(files().any(root, random), random);
            FileSet.append(files().any(root, random), APPENDED);
            FileSet.read(files().any(root, random));
            Files.deleteIfExists(files().any(root, random));
            FileSet.stat(files().any(root, random));
            FileSet.stat(files().any(root, random));
        }
    },
    NETWORK_FILE_SERVER(new FileSet("exported", 500, 64 << 10), 10) {
        @Override
        void request(Path root, RandomGenerator random) throws IOException {
            for (int i = 0; i < 4; i++) {
                FileSet.stat(files().any(root, random));
            }
            FileSet.read(files().any(root, random));
            for (int i = 0; i < 3; i++) {
                FileSet.readAt(files().any(root, random), (long) random.nextInt(4) * PAGE, PAGE);
            }
            FileSet.writeAt(files().any(root, random), (long) random.nextInt(4) * PAGE, PAGE);
            files().write(files().any(root, random), random);
        }
    },
    MAIL_SERVER(new FileSet("mail", 1_000, 16 << 10), 4) {
        @Override
        void request(Path root, RandomGenerator random) throws IOException {
            Files.deleteIfExists(files().any(root, random));
            files().write(files().any(root, random), random);
            Path mailbox = files().any(root, random);
            FileSet.read(mailbox);
            FileSet.append(mailbox, APPENDED);
            FileSet.read(files().any(root, random));
        }
    },
    VIDEO_SERVER(new FileSet("videos", 8, 8 << 20), 8) {
        @Override
        void request(Path root, RandomGenerator random) throws IOException {
            Path video = files().any(root, random);
            long from = (long) random.nextInt(8) * VIEWED;
            for (int i = 0; i < 8; i++) {
                FileSet.readAt(video, from + (long) i * VIEWED, VIEWED);
            }
        }
    },
    WEB_PROXY(new FileSet("cached", 1_000, 16 << 10), 8) {
        @Override
        void request(Path root, RandomGenerator random) throws IOException {
            Path replaced = files().any(root, random);
            Files.deleteIfExists(replaced);
            files().write(replaced, random);
            for (int i = 0; i < 5; i++) {
                FileSet.read(files().any(root, random));
            }
            FileSet.append(root.resolve("proxy.log"), APPENDED);
        }
    },
    WEB_SERVER(new FileSet("pages", 1_000, 16 << 10), 11) {
        @Override
        void request(Path root, RandomGenerator random) throws IOException {
            for (int i = 0; i < 10; i++) {
                FileSet.read(files().any(root, random));
            }
            FileSet.append(root.resolve("web.log"), APPENDED);
        }
    };

    private static final int APPENDED = 16 << 10;
    private static final int PAGE = 8 << 10;
    private static final int VIEWED = 256 << 10;

    private final FileSet files;
    private final int operations;

    Personality(FileSet files, int operations) {
        this.files = files;
        this.operations = operations;
    }

    FileSet files() {
        return files;
    }

    /** How many of Filebench's operations one request has, opening and closing not counted. */
    int operations() {
        return operations;
    }

    /** One request. */
    abstract void request(Path root, RandomGenerator random) throws IOException;

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
