package io.lambdafs.storage;

import static io.lambdafs.storage.StorageType.ARCHIVE;
import static io.lambdafs.storage.StorageType.DISK;
import static io.lambdafs.storage.StorageType.RAM_DISK;
import static io.lambdafs.storage.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.FsException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The choice of types, with the cases of Hadoop's TestBlockStoragePolicy. */
final class StoragePolicyTest {
    private static final Set<StorageType> NONE = EnumSet.noneOf(StorageType.class);
    private static final StoragePolicy HOT = StoragePolicies.HOT;
    private static final StoragePolicy WARM = StoragePolicies.required("warm");
    private static final StoragePolicy COLD = StoragePolicies.required("Cold");
    private static final StoragePolicy ONE_SSD = StoragePolicies.required("ONE_SSD");
    private static final StoragePolicy ALL_SSD = StoragePolicies.required("ALL_SSD");
    private static final StoragePolicy LAZY_PERSIST = StoragePolicies.LAZY_PERSIST;

    private static List<StorageType> times(int count, StorageType type) {
        return Collections.nCopies(count, type);
    }

    @Test
    void policies_haveHdfssNumbersAndTexts() {
        assertThat(StoragePolicies.all().stream().map(StoragePolicy::toString))
                .containsExactly(
                        "BlockStoragePolicy{PROVIDED:1, storageTypes=[PROVIDED, DISK],"
                                + " creationFallbacks=[PROVIDED, DISK], replicationFallbacks=[PROVIDED, DISK]}",
                        "BlockStoragePolicy{COLD:2, storageTypes=[ARCHIVE], creationFallbacks=[],"
                                + " replicationFallbacks=[]}",
                        "BlockStoragePolicy{WARM:5, storageTypes=[DISK, ARCHIVE], creationFallbacks=[DISK, ARCHIVE],"
                                + " replicationFallbacks=[DISK, ARCHIVE]}",
                        "BlockStoragePolicy{HOT:7, storageTypes=[DISK], creationFallbacks=[],"
                                + " replicationFallbacks=[ARCHIVE]}",
                        "BlockStoragePolicy{ONE_SSD:10, storageTypes=[SSD, DISK], creationFallbacks=[SSD, DISK],"
                                + " replicationFallbacks=[SSD, DISK]}",
                        "BlockStoragePolicy{ALL_SSD:12, storageTypes=[SSD], creationFallbacks=[DISK],"
                                + " replicationFallbacks=[DISK]}",
                        "BlockStoragePolicy{ALL_NVDIMM:14, storageTypes=[NVDIMM], creationFallbacks=[DISK],"
                                + " replicationFallbacks=[DISK]}",
                        "BlockStoragePolicy{LAZY_PERSIST:15, storageTypes=[RAM_DISK, DISK], creationFallbacks=[DISK],"
                                + " replicationFallbacks=[DISK]}");
    }

    @Test
    void unknownName_isRefused() {
        assertThatThrownBy(() -> StoragePolicies.required("LUKEWARM"))
                .isInstanceOf(FsException.class)
                .hasMessage("Cannot find a block policy with the name LUKEWARM");
        assertThat(StoragePolicies.numbered(0)).isEqualTo(HOT);
        assertThat(StoragePolicies.numbered(10)).isEqualTo(ONE_SSD);
    }

    @Test
    void types_ofReplicas() {
        for (int replicas = 0; replicas < 5; replicas++) {
            assertThat(HOT.typesOf(replicas)).isEqualTo(times(replicas, DISK));
            assertThat(COLD.typesOf(replicas)).isEqualTo(times(replicas, ARCHIVE));
            assertThat(ALL_SSD.typesOf(replicas)).isEqualTo(times(replicas, SSD));
            assertThat(LAZY_PERSIST.typesOf(replicas)).isEqualTo(times(replicas, DISK));
        }
        assertThat(WARM.typesOf(3)).containsExactly(DISK, ARCHIVE, ARCHIVE);
        assertThat(ONE_SSD.typesOf(3)).containsExactly(SSD, DISK, DISK);
        assertThat(WARM.typesOf(1)).containsExactly(DISK);
    }

    @Test
    void typesThatThereAre_areNotChosenAgain() {
        assertThat(WARM.typesToAdd(3, List.of(ARCHIVE), NONE, false)).containsExactly(DISK, ARCHIVE);
        assertThat(WARM.typesToAdd(3, List.of(DISK), NONE, false)).containsExactly(ARCHIVE, ARCHIVE);
        // A replica where it does not belong counts all the same.
        assertThat(HOT.typesToAdd(3, List.of(ARCHIVE), NONE, false)).containsExactly(DISK, DISK, DISK);
        assertThat(ONE_SSD.typesToAdd(3, List.of(SSD, DISK), NONE, false)).containsExactly(DISK);
        assertThat(ONE_SSD.typesToAdd(3, List.of(DISK, DISK), NONE, false)).containsExactly(SSD);
    }

    @Test
    void newBlock_onUnavailableTypes_fallsBack() {
        assertThat(HOT.typesToAdd(3, List.of(), EnumSet.of(DISK), true)).isEmpty();
        assertThat(WARM.typesToAdd(3, List.of(), EnumSet.of(DISK), true)).isEqualTo(times(3, ARCHIVE));
        assertThat(WARM.typesToAdd(3, List.of(), EnumSet.of(ARCHIVE), true)).isEqualTo(times(3, DISK));
        assertThat(COLD.typesToAdd(3, List.of(), EnumSet.of(ARCHIVE), true)).isEmpty();
        assertThat(COLD.typesToAdd(3, List.of(), EnumSet.of(DISK), true)).isEqualTo(times(3, ARCHIVE));
        assertThat(ALL_SSD.typesToAdd(3, List.of(), EnumSet.of(SSD), true)).isEqualTo(times(3, DISK));
        assertThat(ONE_SSD.typesToAdd(3, List.of(), EnumSet.of(SSD), true)).isEqualTo(times(3, DISK));
        assertThat(ONE_SSD.typesToAdd(3, List.of(), EnumSet.of(DISK), true)).isEqualTo(times(3, SSD));
    }

    @Test
    void furtherReplica_onUnavailableTypes_fallsBackOtherwise() {
        assertThat(HOT.typesToAdd(3, List.of(), EnumSet.of(DISK), false)).isEqualTo(times(3, ARCHIVE));
        assertThat(HOT.typesToAdd(3, List.of(DISK), EnumSet.of(DISK), false)).isEqualTo(times(2, ARCHIVE));
        // The replica in the archive counts for one of the fallbacks.
        assertThat(HOT.typesToAdd(3, List.of(ARCHIVE), EnumSet.of(DISK), false)).isEqualTo(times(2, ARCHIVE));
        assertThat(WARM.typesToAdd(3, List.of(DISK), EnumSet.of(ARCHIVE), false))
                .isEqualTo(times(2, DISK));
        assertThat(COLD.typesToAdd(3, List.of(ARCHIVE), EnumSet.of(ARCHIVE), false))
                .isEmpty();
    }

    @Test
    void nothingAvailable_nothingChosen() {
        Set<StorageType> all = EnumSet.allOf(StorageType.class);
        for (StoragePolicy policy : StoragePolicies.all()) {
            assertThat(policy.typesToAdd(3, List.of(), all, true)).isEmpty();
            assertThat(policy.typesToAdd(3, List.of(), all, false)).isEmpty();
        }
    }

    @Test
    void excess_isWhatDoesNotBelong() {
        assertThat(HOT.excess(3, List.of(DISK, DISK, DISK, ARCHIVE))).containsExactly(ARCHIVE);
        assertThat(HOT.excess(3, times(5, DISK))).isEqualTo(times(2, DISK));
        assertThat(WARM.excess(3, List.of(DISK, DISK, ARCHIVE, ARCHIVE))).containsExactly(DISK);
        assertThat(COLD.excess(2, List.of(DISK, ARCHIVE, ARCHIVE))).containsExactly(DISK);
        assertThat(LAZY_PERSIST.excess(1, List.of(RAM_DISK, DISK))).containsExactly(RAM_DISK);
    }
}
