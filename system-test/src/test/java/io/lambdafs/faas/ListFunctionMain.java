package io.lambdafs.faas;

import io.lambdafs.faas.nio.FaasFileSystem;
import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionException;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.testkit.store.ForgetfulVolumeStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A function instance that reads lists and appends to lists, each time in a transaction, until its input ends. It says a line before each
 * transaction and one after it, which {@link ListHistory} reads.
 *
 * <p>Takes the store's URL, its user and password, the number of the volume, the number of the instance, and how the
 * cache is updated. The last argument is {@code sound}, or {@code blind} for a store that validates nothing of what was
 * read.
 */
final class ListFunctionMain {
    static final int FILES = 6;

    /** Numbers of one instance are below this, so that they tell whose they are. */
    static final long NUMBERS_EACH = 1_000_000;

    private static final int MOST_READ = 3;
    private static final int MOST_APPENDED = 2;
    private static final int MOST_RETRIES = 1_000;
    private static final long PAUSE_MILLIS = 20;
    private static final int MOST_ATTEMPTS = 100;
    private static final long BETWEEN_ATTEMPTS_MILLIS = 300;

    private final FunctionRun runs;
    private final Path root;
    private final Random random;
    private final ListHistory.Speaker speaker = new ListHistory.Speaker();
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private ListFunctionMain(VolumeFiles files, Random random) {
        this.runs = new FunctionRun(files, Retries.defaults().withMost(MOST_RETRIES), random);
        this.root = FaasFileSystem.over(files).getPath("/");
        this.random = random;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        StoreConfig config = new StoreConfig(args[0], args[1], args[2], 1, StoreConfig.Bounds.defaults());
        long instance = Long.parseLong(args[4]);
        try (MetadataStore store = open(config)) {
            VolumeStore sound = store.volumes().orElseThrow();
            VolumeStore volumes = args[6].equals("blind") ? new ForgetfulVolumeStore(sound, relied -> false) : sound;
            VolumeId number = new VolumeId(Long.parseLong(args[3]));
            VolumeInfo volume = patiently(() -> volumes.find(number)).orElseThrow();
            VolumeFiles files = new VolumeFiles(
                    new OpenVolume(volumes, volume, CacheUpdate.valueOf(args[5]), TransactionLimits.defaults()),
                    Credentials.ROOT,
                    "",
                    InstantSource.system());
            new ListFunctionMain(files, new Random(instance)).run(instance * NUMBERS_EACH);
        }
    }

    private static MetadataStore open(StoreConfig config) throws InterruptedException {
        return patiently(() -> Stores.open(config));
    }

    /** Asks until the engine answers, which may just have been killed. */
    private static <T> T patiently(Supplier<T> question) throws InterruptedException {
        for (int attempt = 0; ; attempt++) {
            try {
                return question.get();
            } catch (StoreException away) {
                if (attempt == MOST_ATTEMPTS) {
                    throw away;
                }
                Thread.sleep(BETWEEN_ATTEMPTS_MILLIS);
            }
        }
    }

    private void run(long first) throws IOException, InterruptedException {
        for (long number = first + 1; System.in.available() == 0; number++) {
            List<Integer> read = some(MOST_READ);
            List<Integer> appended = some(MOST_APPENDED);
            out.println(speaker.begins(number, System.nanoTime(), appended));
            Map<Integer, List<Long>> lists = new HashMap<>();
            try {
                transaction(number, read, appended, lists);
                out.println(speaker.ended(number, System.nanoTime(), lists));
            } catch (TransactionException | StoreException | IOException unknown) {
                // It is there as a whole or not at all.
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private void transaction(long number, List<Integer> read, List<Integer> appended, Map<Integer, List<Long>> lists)
            throws IOException, InterruptedException {
        runs.run(() -> {
            lists.clear();
            for (int file : read) {
                lists.put(file, read(root, file));
            }
            for (int file : appended) {
                Files.writeString(path(root, file), number + "\n", StandardOpenOption.APPEND);
            }
            return new FunctionRun.Result<>(true, true);
        });
    }

    static Path path(Path root, int file) {
        return root.resolve("list" + file);
    }

    /** The numbers of a list; for a line that is not a number, one that nobody appends. */
    static List<Long> read(Path root, int file) throws IOException {
        return Files.readAllLines(path(root, file)).stream()
                .map(line -> line.matches("[0-9]{1,18}") ? Long.parseLong(line) : -1)
                .toList();
    }

    private List<Integer> some(int most) {
        TreeSet<Integer> chosen = new TreeSet<>();
        for (int i = random.nextInt(most); i >= 0; i--) {
            chosen.add(random.nextInt(FILES));
        }
        return new ArrayList<>(chosen);
    }
}
