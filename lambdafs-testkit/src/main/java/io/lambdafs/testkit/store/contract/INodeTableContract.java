package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.acl.AclChanges;
import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every adapter's inode table must do. */
public abstract class INodeTableContract extends StoreContract {
    @Test
    void root_existsFromTheStart() {
        INode root = read(tx -> tx.inodes().get(INodeId.ROOT)).orElseThrow();
        assertThat(root.isDirectory()).isTrue();
        assertThat(root.key()).isEqualTo(new INodeKey(INodeId.NONE, Name.EMPTY));
        assertThat(readList(tx -> tx.inodes().resolve(List.of()))).containsExactly(root);
    }

    @Test
    void resolve_returnsTheInodesMet() {
        Directory a = newDirectory();
        Directory b = insert(directory(a.id(), "b"));
        RegularFile c = insert(file(b.id(), "c"));
        List<INode> met = read(tx -> tx.inodes().resolve(List.of(a.name(), b.name(), c.name())));
        assertThat(met).hasSize(4).endsWith(a, b, c);
        assertThat(met.get(0).id()).isEqualTo(INodeId.ROOT);
    }

    @Test
    void resolve_endsAtMissingName() {
        Directory a = newDirectory();
        List<Name> names = List.of(a.name(), Name.of("missing"), Name.of("below"));
        assertThat(readList(tx -> tx.inodes().resolve(names))).hasSize(2).endsWith(a);
    }

    @Test
    void resolve_endsAfterFile() {
        Directory a = newDirectory();
        RegularFile f = insert(file(a.id(), "f"));
        List<Name> names = List.of(a.name(), f.name(), Name.of("below"));
        assertThat(readList(tx -> tx.inodes().resolve(names))).hasSize(3).endsWith(f);
    }

    /* A store that remembers which inode a name had must see that the name has another one now. */
    @Test
    void resolve_afterOthersReplacedADirectory_findsTheNewOne() {
        Directory a = newDirectory();
        Directory before = insert(directory(a.id(), "b"));
        RegularFile below = insert(file(before.id(), "c"));
        List<Name> names = List.of(a.name(), before.name(), below.name());
        assertThat(readList(tx -> tx.inodes().resolve(names))).endsWith(a, before, below);

        INode moved = before.withKey(new INodeKey(a.id(), Name.of("moved")));
        Directory after = directory(a.id(), "b");
        RegularFile other = file(after.id(), "c");
        try (Transaction tx = beginImpatient()) {
            tx.inodes().update(moved);
            tx.inodes().insert(after);
            tx.inodes().insert(other);
            tx.commit();
        }
        assertThat(readList(tx -> tx.inodes().resolve(names))).endsWith(a, after, other);
        assertThat(readList(tx -> tx.inodes().resolve(List.of(a.name(), Name.of("moved"), below.name()))))
                .endsWith(a, moved, below);
    }

    @Test
    void resolve_ofAThousandNames_works() {
        List<Name> names = Collections.nCopies(1000, Name.of("deep"));
        assertThat(readList(tx -> tx.inodes().resolve(names))).hasSize(1);
    }

    @Test
    void everyField_isKept() {
        Directory d = newDirectory();
        RegularFile closed = insert(file(d.id(), "closed").withLength(1L << 40).withReplication(512));
        RegularFile open = insert(openFile(d.id(), "öffnen", "client-1"));
        assertThat(readOptional(tx -> tx.inodes().get(closed.id()))).contains(closed);
        assertThat(readOptional(tx -> tx.inodes().get(open.id()))).contains(open);
        assertThat(readOptional(tx -> tx.inodes().get(d.id()))).contains(d);
    }

    @Test
    void name_ofAny255Bytes_isKept() {
        Directory d = newDirectory();
        byte[] bytes = new byte[255];
        new Random(42).nextBytes(bytes);
        bytes[0] = (byte) 0xff;
        bytes[1] = 0;
        INodeKey key = new INodeKey(d.id(), Name.of(bytes));
        INode inode = insert(directory(d.id(), "x").withKey(key));
        assertThat(readList(tx -> tx.inodes().find(List.of(key)))).containsExactly(inode);
        assertThat(readList(tx -> tx.inodes().resolve(List.of(d.name(), key.name()))))
                .endsWith(inode);
    }

    @Test
    void get_ofMany_leavesOutAbsentOnes() {
        Directory d = newDirectory();
        RegularFile f = insert(file(d.id(), "f"));
        List<INodeId> ids = List.of(f.id(), newId(), d.id());
        assertThat(readList(tx -> tx.inodes().get(ids))).containsExactlyInAnyOrder(d, f);
        assertThat(readList(tx -> tx.inodes().get(List.<INodeId>of()))).isEmpty();
        assertThat(readOptional(tx -> tx.inodes().get(newId()))).isEmpty();
    }

    @Test
    void find_ofMany_leavesOutAbsentOnes() {
        Directory d = newDirectory();
        RegularFile f = insert(file(d.id(), "f"));
        RegularFile g = insert(file(d.id(), "g"));
        INodeKey absent = new INodeKey(d.id(), Name.of("absent"));
        INodeKey crossed = new INodeKey(f.id(), g.name());
        List<INodeKey> keys = List.of(g.key(), absent, f.key(), crossed);
        assertThat(readList(tx -> tx.inodes().find(keys))).containsExactlyInAnyOrder(f, g);
    }

    @Test
    void children_comeInOrderOfUnsignedBytes_pageByPage() {
        Directory d = newDirectory();
        List<Name> names = new ArrayList<>();
        for (byte[] bytes : new byte[][] {{0x7f}, {(byte) 0x80}, {1}, {(byte) 0xff, 0}, {(byte) 0xff}, {1, 0}, {'a'}}) {
            Name name = Name.of(bytes);
            names.add(name);
            insert(directory(d.id(), "x").withKey(new INodeKey(d.id(), name)));
        }
        List<Name> listed = new ArrayList<>();
        Name after = Name.EMPTY;
        for (List<INode> page = page(d, after); !page.isEmpty(); page = page(d, after)) {
            assertThat(page).hasSizeLessThanOrEqualTo(3);
            page.forEach(child -> listed.add(child.name()));
            after = listed.get(listed.size() - 1);
        }
        assertThat(listed).isEqualTo(names.stream().sorted().toList());
    }

    private List<INode> page(Directory parent, Name after) {
        return read(tx -> tx.inodes().children(parent.id(), after, 3));
    }

    @Test
    void children_ofSeveralDirectories_comeInOrderOfTheirKeys() {
        Directory a = newDirectory();
        Directory b = newDirectory();
        Directory other = newDirectory();
        insert(file(other.id(), "x"));
        RegularFile a1 = insert(file(a.id(), "1"));
        RegularFile a2 = insert(file(a.id(), "2"));
        RegularFile b0 = insert(file(b.id(), "0"));
        RegularFile b3 = insert(file(b.id(), "3"));
        List<INodeId> parents = List.of(b.id(), a.id());
        assertThat(readList(tx -> tx.inodes().children(parents, INodeKey.FIRST, 3)))
                .containsExactly(a1, a2, b0);
        assertThat(readList(tx -> tx.inodes().children(parents, b0.key(), 3))).containsExactly(b3);
        assertThat(readList(tx -> tx.inodes().children(parents, a1.key(), 1))).containsExactly(a2);
    }

    @Test
    void countChildren_countsThoseAfterAName_asFarAsAsked() {
        Directory d = directory(INodeId.ROOT, "counted");
        Directory other = directory(INodeId.ROOT, "counted-too");
        write(tx -> {
            tx.inodes().insert(d);
            tx.inodes().insert(other);
            for (String name : List.of("a", "b", "c", "ä")) {
                tx.inodes().insert(directory(d.id(), name));
                tx.inodes().insert(directory(other.id(), name));
            }
        });
        assertThat(readNumber(tx -> tx.inodes().countChildren(d.id(), Name.EMPTY, 10)))
                .isEqualTo(4);
        assertThat(readNumber(tx -> tx.inodes().countChildren(d.id(), Name.of("b"), 10)))
                .isEqualTo(2);
        assertThat(readNumber(tx -> tx.inodes().countChildren(d.id(), Name.EMPTY, 3)))
                .isEqualTo(3);
        assertThat(readNumber(tx -> tx.inodes().countChildren(d.id(), Name.of("ä"), 10)))
                .isZero();
        assertThat(readNumber(tx -> tx.inodes().countChildren(d.id(), Name.EMPTY, 0)))
                .isZero();
    }

    @Test
    void features_areKept_andCanBeTakenAway() {
        Directory made = newDirectory();
        RegularFile file = insert(file(made.id(), "with").withAttributes(withFeatures()));
        assertThat(readList(tx -> tx.inodes().children(made.id(), Name.EMPTY, 10)))
                .containsExactly(file);
        INode changed = file.withAttributes(file.attributes().withFeatures(Features.NONE.withStoragePolicy(7)));
        write(tx -> tx.inodes().update(changed));
        assertThat(readOptional(tx -> tx.inodes().get(file.id()))).contains(changed);
        INode plain = file.withAttributes(attributes());
        write(tx -> tx.inodes().update(plain));
        assertThat(readList(tx -> tx.inodes().find(List.of(file.key())))).containsExactly(plain);
        write(tx -> tx.inodes().update(file));
        assertThat(readList(tx -> tx.inodes().get(List.of(file.id(), made.id()))))
                .containsExactlyInAnyOrder(file, made);
        assertThat(writeList(tx -> tx.inodes().lock(List.of(new RowLock(file.id(), LockMode.EXCLUSIVE)))))
                .containsExactly(file);
        assertThat(readList(tx -> tx.inodes().resolve(List.of(made.name(), file.name()))))
                .contains(made, file);
    }

    @Test
    void features_ofTheGreatestSize_areKept() {
        List<AclEntry> entries = new ArrayList<>();
        for (Scope scope : Scope.values()) {
            for (int i = 0; i < AclChanges.MAX_ENTRIES; i++) {
                entries.add(new AclEntry(scope, EntryType.USER, (char) ('A' + i) + "u".repeat(254), 5));
            }
        }
        Features large = new Features(new Acl(entries), 127, new XAttrSummary(32, Long.MAX_VALUE, true))
                .withSubtree(new SubtreeMark("p".repeat(1000), 1, false, "h".repeat(SubtreeMark.MOST_HOLDER_CHARS), 1));
        RegularFile file =
                insert(file(INodeId.ROOT, "large").withAttributes(attributes().withFeatures(large)));
        assertThat(readOptional(tx -> tx.inodes().get(file.id()))).contains(file);
    }

    @Test
    void directory_keepsTheNumberOfItsEntries() {
        Directory d = directory(INodeId.ROOT, "with-entries");
        write(tx -> tx.inodes().insert(d));
        assertThat(readOptional(tx -> tx.inodes().get(d.id()))).contains(d);
        Directory more = d.withEntries(3, 77);
        write(tx -> tx.inodes().update(more));
        assertThat(readOptional(tx -> tx.inodes().get(d.id()))).contains(more);
        Directory unknown = new Directory(d.id(), d.key(), d.attributes(), Directory.UNCOUNTED, true);
        write(tx -> tx.inodes().update(unknown));
        assertThat(readOptional(tx -> tx.inodes().get(d.id()))).contains(unknown);
        assertThat(unknown.withEntries(1, 5).children()).isEqualTo(Directory.UNCOUNTED);
    }

    @Test
    void hasChildren_tellsEmptyDirectories() {
        Directory d = newDirectory();
        assertThat(readFlag(tx -> tx.inodes().hasChildren(d.id()))).isFalse();
        insert(file(d.id(), "f"));
        assertThat(readFlag(tx -> tx.inodes().hasChildren(d.id()))).isTrue();
    }

    @Test
    void insert_ofExistingKeyOrId_isDuplicate() {
        Directory d = newDirectory();
        RegularFile f = insert(file(d.id(), "f"));
        assertFails(Kind.DUPLICATE_KEY, () -> insert(file(d.id(), "f")));
        assertFails(Kind.DUPLICATE_KEY, () -> insert(f.withKey(new INodeKey(d.id(), Name.of("g")))));
    }

    @Test
    void update_replacesEveryField() {
        Directory d = newDirectory();
        RegularFile f = insert(openFile(d.id(), "f", "c"));
        RegularFile changed = f.closed()
                .withLength(99)
                .withReplication(1)
                .withAttributes(f.attributes().withOwner("o", "g").withTimes(3, 4));
        write(tx -> tx.inodes().update(changed));
        assertThat(readOptional(tx -> tx.inodes().get(f.id()))).contains(changed);
    }

    @Test
    void mark_isKeptUntilTheNextChange() {
        Directory made = newDirectory();
        write(tx -> tx.inodes().update(made.asObserved()));
        assertThat(readOptional(tx -> tx.inodes().get(made.id()))).contains(made.asObserved());
        write(tx -> tx.inodes().update(made.asObserved().withAttributes(made.attributes())));
        assertThat(readOptional(tx -> tx.inodes().get(made.id()))).contains(made);
    }

    @Test
    void update_ofMissingRow_isRefused() {
        assertFails(Kind.MISSING_ROW, () -> write(tx -> tx.inodes().update(directory(INodeId.ROOT, "never"))));
    }

    @Test
    void update_ofKey_moves() {
        Directory from = newDirectory();
        Directory to = newDirectory();
        RegularFile f = insert(file(from.id(), "f"));
        INodeKey key = new INodeKey(to.id(), Name.of("g"));
        write(tx -> tx.inodes().update(f.withKey(key)));
        assertThat(readFlag(tx -> tx.inodes().hasChildren(from.id()))).isFalse();
        assertThat(readList(tx -> tx.inodes().find(List.of(key)))).containsExactly(f.withKey(key));
        insert(file(from.id(), "f"));
    }

    @Test
    void update_ontoTakenKey_isDuplicate() {
        Directory d = newDirectory();
        RegularFile f = insert(file(d.id(), "f"));
        RegularFile g = insert(file(d.id(), "g"));
        assertFails(Kind.DUPLICATE_KEY, () -> write(tx -> tx.inodes().update(f.withKey(g.key()))));
    }

    @Test
    void key_canPassFromOneInodeToAnotherInOneTransaction() {
        Directory d = newDirectory();
        RegularFile old = insert(file(d.id(), "f"));
        RegularFile moved = insert(file(d.id(), "g"));
        write(tx -> {
            tx.inodes().delete(List.of(old.id()));
            tx.inodes().update(moved.withKey(old.key()));
        });
        assertThat(readList(tx -> tx.inodes().children(d.id(), Name.EMPTY, 10)))
                .containsExactly(moved.withKey(old.key()));
    }

    @Test
    void delete_passesOverAbsentOnes() {
        Directory d = newDirectory();
        RegularFile f = insert(file(d.id(), "f"));
        write(tx -> tx.inodes().delete(List.of(newId(), f.id())));
        assertThat(readOptional(tx -> tx.inodes().get(f.id()))).isEmpty();
        assertThat(readList(tx -> tx.inodes().find(List.of(f.key())))).isEmpty();
    }

    @Test
    void writtenBy_pagesThroughAClientsOpenFiles() {
        Directory d = newDirectory();
        String client = "client-" + d.id();
        RegularFile one = insert(openFile(d.id(), "1", client));
        RegularFile two = insert(openFile(d.id(), "2", client));
        insert(openFile(d.id(), "3", client + "x"));
        insert(file(d.id(), "4"));
        assertThat(readList(tx -> tx.inodes().writtenBy(client, INodeId.NONE, 1)))
                .containsExactly(one);
        assertThat(readList(tx -> tx.inodes().writtenBy(client, one.id(), 10))).containsExactly(two);
        write(tx -> tx.inodes().update(two.closed()));
        assertThat(readList(tx -> tx.inodes().writtenBy(client, INodeId.NONE, 10)))
                .containsExactly(one);
    }

    @Test
    void batch_aboveTheBound_isRefused() {
        List<INodeId> tooMany = Collections.nCopies(INodeTable.MAX_BATCH + 1, INodeId.ROOT);
        assertFails(Kind.INTERNAL, () -> read(tx -> tx.inodes().get(tooMany)));
        assertFails(
                Kind.INTERNAL,
                () -> read(tx -> tx.inodes().children(INodeId.ROOT, Name.EMPTY, INodeTable.MAX_BATCH + 1)));
    }

    @Test
    void count_countsInodes() {
        newDirectory();
        assertThat(readNumber(tx -> tx.inodes().count())).isGreaterThanOrEqualTo(2);
    }
}
