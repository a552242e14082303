package io.lambdafs.namenode.op.xattr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Detail;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** An inode's row and its attributes are read one after the other: a change between the two is noticed. */
final class XAttrStoreTest {
    private static final XAttr FIRST = attribute("first", "1");
    private static final XAttr SECOND = attribute("second", "2");

    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    private final WriterId writer = store.registerWriter("test");

    private static XAttr attribute(String name, String value) {
        return new XAttr(XAttrNamespaceProto.USER, name, ByteString.copyFromUtf8(value));
    }

    private void change(Consumer<XAttrStore> change) {
        try (Transaction tx = store.beginWrite(writer)) {
            change.accept(XAttrStore.ofLocked(tx, lockedRoot(tx)));
            tx.commit();
        }
    }

    private static INode lockedRoot(Transaction tx) {
        return tx.inodes()
                .lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)))
                .get(0);
    }

    private ResolvedPath resolved() {
        try (Transaction tx = store.beginRead()) {
            return PathLocks.in(tx).resolve(FsPath.ROOT);
        }
    }

    private List<XAttr> read(ResolvedPath at) {
        try (Transaction tx = store.beginRead()) {
            return XAttrStore.at(tx, at);
        }
    }

    private void assertNoticed(Consumer<XAttrStore> change) {
        change(attributes -> attributes.put(FIRST));
        ResolvedPath before = resolved();
        assertThat(read(before)).containsExactly(FIRST);
        change(change);
        assertThatThrownBy(() -> read(before))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        conflict -> assertThat(conflict.kind()).isEqualTo(StoreException.Kind.CONFLICT));
    }

    @Test
    void anotherAttribute_isNoticed() {
        assertNoticed(attributes -> attributes.put(SECOND));
        assertThat(read(resolved())).containsExactlyInAnyOrder(FIRST, SECOND);
    }

    @Test
    void anotherValue_isNoticed() {
        assertNoticed(attributes -> attributes.put(attribute("first", "changed")));
        assertThat(read(resolved())).containsExactly(attribute("first", "changed"));
    }

    @Test
    void removal_isNoticed() {
        assertNoticed(attributes -> attributes.remove(FIRST));
        assertThat(read(resolved())).isEmpty();
    }

    @Test
    void attributeInThePlaceOfAnother_isNoticed() {
        change(attributes -> attributes.put(FIRST));
        ResolvedPath before = resolved();
        change(attributes -> attributes.remove(FIRST));
        change(attributes -> attributes.put(SECOND));
        assertThatThrownBy(() -> read(before)).isInstanceOf(StoreException.class);
    }

    @Test
    void inodeWithoutAttributes_costsNoReadOfThem() {
        ResolvedPath before = resolved();
        change(attributes -> attributes.put(FIRST));
        assertThat(read(before)).isEmpty();
    }

    @Test
    void details_goWithTheirInode() {
        change(attributes -> attributes.put(FIRST));
        ResolvedPath before = resolved();
        try (Transaction tx = store.beginWrite(writer)) {
            Detail.deleteOf(tx, List.of(lockedRoot(tx)));
            tx.commit();
        }
        assertThatThrownBy(() -> read(before)).isInstanceOf(StoreException.class);
    }
}
