package io.lambdafs.namenode.op.xattr;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The extended attributes of an inode in the store: each is a detail with a label of its own. */
final class XAttrStore {
    private final Transaction tx;
    private final INode inode;
    private final Map<Long, XAttr> byLabel;

    private XAttrStore(Transaction tx, INode inode, Map<Long, XAttr> byLabel) {
        this.tx = tx;
        this.inode = inode;
        this.byLabel = byLabel;
    }

    /** The attributes of an inode that this transaction has locked. */
    static XAttrStore ofLocked(Transaction tx, INode inode) {
        Map<Long, XAttr> found = new TreeMap<>();
        read(tx, inode).forEach(detail -> found.put(detail.key().label(), XAttr.decode(detail.value())));
        return new XAttrStore(tx, inode, found);
    }

    /**
     * The attributes as they were when the inode was resolved. An inode and its attributes are not read at one moment: if they
     * were changed between, the request runs again.
     */
    static List<XAttr> at(Transaction tx, ResolvedPath at) {
        XAttrSummary summary = at.last().attributes().features().xAttrs();
        List<Detail> found = read(at.contents(tx), at.last());
        if (found.size() != summary.count()
                || found.stream().anyMatch(detail -> XAttr.change(detail.value()) > summary.changes())) {
            throw PathChange.retriable(at.path().toString());
        }
        return Stream.concat(
                        found.stream().map(detail -> XAttr.decode(detail.value())),
                        EncryptionAttribute.of(at.last()).stream())
                .toList();
    }

    private static List<Detail> read(Transaction tx, INode inode) {
        return inode.attributes().features().xAttrs().count() == 0
                ? List.of()
                : tx.details()
                        .of(inode.id(), DetailKind.EXTENDED_ATTRIBUTE, 0, 2 * FeatureConfig.MOST_EXTENDED_ATTRIBUTES);
    }

    Optional<XAttr> find(XAttr wanted) {
        return label(wanted).map(byLabel::get);
    }

    private Optional<Long> label(XAttr wanted) {
        return byLabel.entrySet().stream()
                .filter(entry -> entry.getValue().isNamedAs(wanted))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** How many of the attributes count where their number is limited. */
    long countForUsers() {
        return byLabel.values().stream().filter(XAttr::countsForUsers).count();
    }

    /** Adds an attribute, or replaces the one with its name. */
    void put(XAttr attribute) {
        long label = label(attribute).orElseGet(this::freeLabel);
        byLabel.put(label, attribute);
        tx.details().put(new Detail(key(label), attribute.encode(nextChange())));
        updateSummary();
    }

    /** Removes the attribute with this name, which exists. */
    void remove(XAttr attribute) {
        long label = label(attribute).orElseThrow();
        byLabel.remove(label);
        tx.details().delete(List.of(key(label)));
        updateSummary();
    }

    private long freeLabel() {
        long label = 0;
        while (byLabel.containsKey(label)) {
            label++;
        }
        return label;
    }

    private DetailKey key(long label) {
        return new DetailKey(inode.id(), DetailKind.EXTENDED_ATTRIBUTE, label);
    }

    private long nextChange() {
        return inode.attributes().features().xAttrs().changes() + 1;
    }

    private void updateSummary() {
        XAttrSummary summary = new XAttrSummary(
                byLabel.size(), nextChange(), byLabel.values().stream().anyMatch(XAttr::isUnreadableBySuperuser));
        tx.inodes()
                .update(inode.withAttributes(inode.attributes()
                        .withFeatures(inode.attributes().features().withXAttrs(summary))));
    }
}
