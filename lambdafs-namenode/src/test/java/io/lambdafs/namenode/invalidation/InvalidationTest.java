package io.lambdafs.namenode.invalidation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.wire.PartitionFunction;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;

/**
 * For every operation: each NameNode that may cache what the operation changes gets an invalidation, whatever the
 * namespace and the number of deployments.
 */
final class InvalidationTest {
    private static final List<Integer> DEPLOYMENTS = List.of(1, 2, 3, 5, 16);
    private static final int NAMESPACES = 60;
    private static final int ROUNDS = 3;

    /** Those of which something may be cached, so that some NameNode must get an invalidation. */
    private static final List<String> CHANGING_WHAT_IS_CACHED = List.of(
            "allowSnapshot",
            "append",
            "concat",
            "create",
            "createEncryptionZone",
            "createSnapshot",
            "delete",
            "deleteSnapshot",
            "disallowSnapshot",
            "lambdafs.attachMerge",
            "lambdafs.decouple",
            "lambdafs.discardDecoupling",
            "lambdafs.setSubtreePolicy",
            "mkdirs",
            "modifyAclEntries",
            "removeAcl",
            "removeAclEntries",
            "removeDefaultAcl",
            "removeXAttr",
            "rename",
            "rename2",
            "renameSnapshot",
            "setAcl",
            "setOwner",
            "setPermission",
            "setQuota",
            "setReplication",
            "setStoragePolicy",
            "setTimes",
            "setXAttr",
            "truncate",
            "unsetStoragePolicy");

    /** Those that change only files under construction, leases and replicas. */
    private static final List<String> CHANGING_WHAT_IS_NOT = List.of(
            "abandonBlock",
            "addBlock",
            "complete",
            "fsync",
            "lambdafs.applySlice",
            "lambdafs.beginMerge",
            "lambdafs.persistJournal",
            "lambdafs.renewDecoupling",
            "lambdafs.reserveBlocks",
            "lambdafs.stageJournal",
            "recoverLease",
            "renewLease",
            "reportBadBlocks",
            "satisfyStoragePolicy",
            "setBalancerBandwidth",
            "updatePipeline");

    /** Those that put something into a directory, or take it out, and so change its times. */
    private static final List<String> CHANGING_ENTRIES =
            List.of("concat", "create", "delete", "mkdirs", "rename", "rename2");

    /** Those that change nothing when they come again. */
    private static final List<String> IDEMPOTENT = List.of(
            "allowSnapshot",
            "disallowSnapshot",
            "modifyAclEntries",
            "removeAcl",
            "removeAclEntries",
            "removeDefaultAcl",
            "setAcl",
            "setOwner",
            "setPermission",
            "setReplication",
            "setStoragePolicy",
            "setTimes",
            "unsetStoragePolicy");

    @Test
    void everyOperationThatWrites_isTried() {
        TrackedNamespace namespace = new TrackedNamespace(1, count -> -1);
        assertThat(namespace.writingMethods())
                .containsExactlyInAnyOrderElementsOf(requests(namespace).keySet());
        assertThat(CHANGING_WHAT_IS_CACHED).doesNotContainAnyElementsOf(CHANGING_WHAT_IS_NOT);
        assertThat(namespace.writingMethods()).hasSize(CHANGING_WHAT_IS_CACHED.size() + CHANGING_WHAT_IS_NOT.size());
    }

    @Test
    void whoeverMayCacheAChange_isToldOfIt() {
        Tally tally = new Tally();
        for (int seed = 1; seed <= NAMESPACES; seed++) {
            run(seed, count -> -1, tally);
        }
        System.out.println(tally);
        assertThat(tally.untold).isEmpty();
        assertThat(tally.succeeded.keySet()).containsAll(CHANGING_WHAT_IS_NOT).containsAll(CHANGING_WHAT_IS_CACHED);
        assertThat(tally.stale.keySet()).containsExactlyInAnyOrderElementsOf(CHANGING_WHAT_IS_CACHED);
        assertThat(tally.kinds.keySet()).containsExactly(MayCache.Kind.values());
    }

    /** Whichever entry it is: the first of each, the second, and so on. */
    @Test
    void operationThatLeavesOneOut_isFound() {
        Tally tally = new Tally();
        for (int seed = 1; seed <= NAMESPACES; seed++) {
            int which = seed;
            run(seed, count -> count == 0 ? -1 : which % count, tally);
        }
        System.out.println(tally);
        assertThat(tally.found()).containsExactlyInAnyOrderElementsOf(CHANGING_WHAT_IS_CACHED);
        assertThat(tally.untoldKinds.keySet()).containsExactly(MayCache.Kind.values());
    }

    /** Else every create would ask another deployment, of something that nobody has. */
    @Test
    void directoryOfWhichOnlyTheTimesChange_isToldIfSomebodyMayHaveThem() {
        Map<String, Integer> told = new TreeMap<>();
        Map<String, Integer> untold = new TreeMap<>();
        for (int seed = 1; seed <= NAMESPACES; seed++) {
            run(seed, count -> -1, tried -> {
                if (CHANGING_ENTRIES.contains(tried.method())) {
                    tried.directoriesThatStay().forEach((path, before) -> {
                        boolean mayBeCached = before.observed() && tried.changesTimes(path, before);
                        assertThat(tried.tells(path))
                                .as("%s is told of %s, which was %s", path, tried, before)
                                .isEqualTo(mayBeCached);
                        if (tried.changesTimes(path, before)) {
                            (mayBeCached ? told : untold).merge(tried.method(), 1, Integer::sum);
                        }
                    });
                }
            });
        }
        System.out.println("told of a directory's times: " + told + "\nnot told: " + untold);
        assertThat(told.keySet()).containsExactlyInAnyOrderElementsOf(CHANGING_ENTRIES);
        assertThat(untold.keySet()).containsExactlyInAnyOrderElementsOf(CHANGING_ENTRIES);
    }

    /** A second time, such a request finds everything as it wants it: it needs no round, and writes nothing. */
    @Test
    void whatAlreadyIsAsRequested_isNeitherInvalidatedNorWritten() {
        Map<String, Integer> repeated = new TreeMap<>();
        for (int seed = 1; seed <= NAMESPACES; seed++) {
            TrackedNamespace namespace = new TrackedNamespace(seed, count -> -1);
            Map<String, Function<Choices, MessageLite>> requests = requests(namespace);
            for (String method : IDEMPOTENT) {
                MessageLite request =
                        requireNonNull(requests.get(method), method).apply(namespace.choices(namespace.state()));
                if (namespace.call(method, request).response().succeeded()) {
                    StoredState before = namespace.state();
                    TrackedNamespace.Done again = namespace.call(method, request);
                    assertThat(again.response().succeeded()).isTrue();
                    assertThat(again.forgotten())
                            .as("%s of %s", method, request)
                            .isEqualTo(Scope.NOTHING);
                    assertThat(namespace.state().inodes()).isEqualTo(before.inodes());
                    repeated.merge(method, 1, Integer::sum);
                }
            }
        }
        assertThat(repeated.keySet()).containsExactlyInAnyOrderElementsOf(IDEMPOTENT);
    }

    /** An instance that is told of rows by the change feed forgets a file's blocks with the file's row. */
    @Test
    void operationThatChangesBlocksOfAClosedFile_writesItsRow() {
        Map<String, Integer> changed = new TreeMap<>();
        for (int seed = 1; seed <= NAMESPACES; seed++) {
            run(
                    seed,
                    count -> -1,
                    tried -> tried.before()
                            .inodes()
                            .forEach((path, inode) -> tried.before()
                                    .closedFile(path)
                                    .filter(file -> !tried.after()
                                            .blocks()
                                            .getOrDefault(inode.id(), List.of())
                                            .equals(tried.before().blocks().getOrDefault(inode.id(), List.of())))
                                    .ifPresent(file -> {
                                        assertThat(tried.after().at(path))
                                                .as("%s of %s", path, tried)
                                                .isNotEqualTo(Optional.of(inode));
                                        changed.merge(tried.method(), 1, Integer::sum);
                                    })));
        }
        System.out.println("changed blocks of closed files: " + changed);
        assertThat(changed.keySet()).contains("concat", "create", "delete", "rename2", "truncate");
    }

    private static Map<String, Function<Choices, MessageLite>> requests(TrackedNamespace namespace) {
        Map<String, Function<Choices, MessageLite>> requests = new TreeMap<>(NamespaceRequests.all());
        requests.putAll(FileRequests.all(new BlockMessages(namespace.blockPoolId())));
        requests.putAll(new DecouplingRequests().all());
        return requests;
    }

    private static void run(long seed, IntUnaryOperator leftOut, Tally tally) {
        run(seed, leftOut, tried -> {
            if (tried.succeeded()) {
                tally.succeeded.merge(tried.method(), 1, Integer::sum);
            }
            check(tried, MayCache.staleAfter(tried.before(), tried.after()), tally);
        });
    }

    private static void run(long seed, IntUnaryOperator leftOut, Consumer<Tried> each) {
        TrackedNamespace namespace = new TrackedNamespace(seed, leftOut);
        Map<String, Function<Choices, MessageLite>> requests = requests(namespace);
        for (int round = 0; round < ROUNDS; round++) {
            for (String method : namespace.writingMethods()) {
                namespace.observeSome();
                StoredState before = namespace.state();
                MessageLite request =
                        requireNonNull(requests.get(method), method).apply(namespace.choices(before));
                TrackedNamespace.Done done = namespace.call(method, request);
                each.accept(new Tried(seed, method, request, before, namespace.state(), done));
            }
        }
    }

    private static void check(Tried tried, List<MayCache.Stale> stale, Tally tally) {
        if (stale.isEmpty()) {
            return;
        }
        tally.stale.merge(tried.method(), stale.size(), Integer::sum);
        stale.forEach(entry -> tally.kinds.merge(entry.kind(), 1, Integer::sum));
        for (int deployments : DEPLOYMENTS) {
            PartitionFunction partition = new PartitionFunction(deployments);
            Map<Integer, Scope> told = NotifiedScopes.byDeployment(tried.forgotten(), partition);
            for (MayCache.Stale entry : stale) {
                if (!entry.isTold(told, partition)) {
                    tally.untoldKinds.merge(entry.kind(), 1, Integer::sum);
                    tally.untold.put(
                            tried.method(),
                            tried + ", " + deployments + " deployments: " + entry + " is left; told is " + told);
                }
            }
        }
    }

    /** A request that was carried out or refused, between two states of the store. */
    private record Tried(
            long seed,
            String method,
            MessageLite request,
            StoredState before,
            StoredState after,
            TrackedNamespace.Done done) {
        boolean succeeded() {
            return done.response().succeeded();
        }

        Scope forgotten() {
            return done.forgotten();
        }

        /** As they were before. */
        Map<FsPath, Directory> directoriesThatStay() {
            Map<FsPath, Directory> stay = new HashMap<>();
            before.inodes()
                    .keySet()
                    .forEach(path -> before.directory(path)
                            .filter(directory -> after.directory(path)
                                    .filter(now -> now.id().equals(directory.id()))
                                    .isPresent())
                            .ifPresent(directory -> stay.put(path, directory)));
            return stay;
        }

        boolean changesTimes(FsPath path, Directory directory) {
            Attributes now = after.directory(path).orElseThrow().attributes();
            return now.modificationMillis() != directory.attributes().modificationMillis();
        }

        /** Whether it tells of this path itself, and not of something above or below. */
        boolean tells(FsPath path) {
            return forgotten().paths().contains(path)
                    || forgotten().directories().contains(path)
                    || forgotten().prefixes().contains(path);
        }

        @Override
        public String toString() {
            return "seed " + seed + ", " + method + " of " + request;
        }
    }

    /** What was seen. */
    private static final class Tally {
        private final Map<String, Integer> succeeded = new TreeMap<>();
        private final Map<String, Integer> stale = new TreeMap<>();
        private final Map<MayCache.Kind, Integer> kinds = new EnumMap<>(MayCache.Kind.class);
        private final Map<MayCache.Kind, Integer> untoldKinds = new EnumMap<>(MayCache.Kind.class);
        private final Map<String, String> untold = new TreeMap<>();

        Set<String> found() {
            return untold.keySet();
        }

        @Override
        public String toString() {
            return "carried out: " + succeeded + "\nentries to forget: " + stale + " " + kinds + "\nuntold: "
                    + untoldKinds + " " + untold;
        }
    }
}
