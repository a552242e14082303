package io.lambdafs.permissions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A call that is made at a place by a user.
 *
 * @param setUp what a superuser does first
 * @param tearDown what a superuser does afterwards
 * @param reserved whether superusers alone may make the call, whatever the rights on the place. Then it is made by others, once
 * @param reading whether the call leaves everything as it is
 */
record Probe(String name, Call setUp, Call call, Call tearDown, boolean reserved, boolean reading) {
    private static final Call NOTHING = (fs, place) -> "nothing";

    private static final FsPermission MODE = new FsPermission((short) 0640);
    private static final List<AclEntry> ENTRY = AclEntry.parseAclSpec("user:carol:r--", true);

    /** What is called. */
    @FunctionalInterface
    interface Call {
        Object on(DistributedFileSystem fs, CallLocation place) throws IOException;
    }

    /** Whether it needs no place of its own. */
    boolean isPlain() {
        return setUp == NOTHING && tearDown == NOTHING;
    }

    /** The same probe, whose call leaves everything as it is. */
    Probe onlyReading() {
        return new Probe(name, setUp, call, tearDown, reserved, true);
    }

    Probe(String name, Call call) {
        this(name, NOTHING, call, NOTHING, false, false);
    }

    /** The same probe after a superuser has done this. */
    Probe after(Action action) {
        return new Probe(name, of(action), call, tearDown, reserved, reading);
    }

    /** The same probe, after which a superuser does this. */
    Probe before(Action action) {
        return new Probe(name, setUp, call, of(action), reserved, reading);
    }

    /** A probe that has no answer. */
    static Probe doing(String name, Action action) {
        return new Probe(name, of(action));
    }

    /** A probe of a call that is reserved to superusers. */
    static Probe reserved(String name, Action action) {
        return new Probe(name, NOTHING, of(action), NOTHING, true, false);
    }

    private static Call of(Action action) {
        return (fs, place) -> {
            action.on(fs, place);
            return "done";
        };
    }

    /** A call without an answer. */
    @FunctionalInterface
    interface Action {
        void on(DistributedFileSystem fs, CallLocation place) throws IOException;
    }

    static List<Probe> all() {
        List<Probe> all = new ArrayList<>();
        addReads(all);
        all.replaceAll(Probe::onlyReading);
        addChangesOfTheNamespace(all);
        addChangesOfAttributes(all);
        all.addAll(FeatureProbes.all());
        return all;
    }

    private static void addReads(List<Probe> all) {
        all.add(new Probe(
                "getFileInfo", (fs, at) -> fs.getFileStatus(at.target()).isDirectory()));
        all.add(new Probe(
                "getFileInfo inside", (fs, at) -> fs.getFileStatus(at.inside()).isDirectory()));
        all.add(new Probe(
                "getFileInfo absent", (fs, at) -> fs.getFileStatus(at.absent()).isDirectory()));
        all.add(new Probe("getListing", (fs, at) -> fs.listStatus(at.target()).length));
        all.add(new Probe(
                "getBlockLocations",
                (fs, at) -> fs.getClient()
                        .getLocatedBlocks(at.target().toUri().getPath(), 0)
                        .getFileLength()));
        for (FsAction action : List.of(FsAction.READ, FsAction.WRITE, FsAction.READ_EXECUTE)) {
            all.add(doing("checkAccess " + action.SYMBOL, (fs, at) -> fs.access(at.target(), action)));
        }
        all.add(new Probe(
                "getContentSummary",
                (fs, at) -> fs.getContentSummary(at.target()).getFileCount()));
        all.add(new Probe(
                "getQuotaUsage", (fs, at) -> fs.getQuotaUsage(at.target()).getFileAndDirectoryCount()));
        all.add(new Probe(
                "getAclStatus", (fs, at) -> fs.getAclStatus(at.target()).getEntries()));
        all.add(new Probe("getXAttrs", (fs, at) -> fs.getXAttrs(at.target()).keySet()));
        all.add(new Probe("listXAttrs", (fs, at) -> fs.listXAttrs(at.target())));
        all.add(new Probe("isFileClosed", (fs, at) -> fs.isFileClosed(at.target())));
        all.add(new Probe(
                "getPreferredBlockSize",
                (fs, at) -> fs.getClient().getBlockSize(at.target().toUri().getPath())));
    }

    private static void addChangesOfTheNamespace(List<Probe> all) {
        all.add(new Probe("mkdirs", (fs, at) -> fs.mkdirs(at.absent(), MODE)));
        all.add(new Probe("mkdirs existing", (fs, at) -> fs.mkdirs(at.target(), MODE)));
        all.add(new Probe("mkdirs inside", (fs, at) -> fs.mkdirs(new Path(at.target(), "new"), MODE)));
        all.add(doing("create", (fs, at) -> create(fs, at.absent(), EnumSet.of(CreateFlag.CREATE))));
        all.add(doing(
                "create over",
                (fs, at) -> create(fs, at.target(), EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE))));
        all.add(doing("append", (fs, at) -> fs.append(at.target()).close()));
        all.add(new Probe("truncate", (fs, at) -> fs.truncate(at.target(), 0)));
        all.add(new Probe("delete", (fs, at) -> fs.delete(at.target(), false)));
        all.add(new Probe("delete recursive", (fs, at) -> fs.delete(at.target(), true)));
        all.add(new Probe("delete absent", (fs, at) -> fs.delete(at.absent(), true)));
        all.add(new Probe("rename out", (fs, at) -> fs.rename(at.target(), new Path(at.elsewhere(), "moved"))));
        all.add(new Probe("rename in", (fs, at) -> fs.rename(new Path(at.elsewhere(), "free"), at.absent())));
        all.add(doing(
                "rename2 out",
                (fs, at) -> fs.rename(at.target(), new Path(at.elsewhere(), "moved"), Options.Rename.OVERWRITE)));
        all.add(doing(
                "rename2 over",
                (fs, at) -> fs.rename(new Path(at.elsewhere(), "free"), at.target(), Options.Rename.OVERWRITE)));
        all.add(doing("concat", (fs, at) -> fs.concat(at.target(), new Path[] {new Path(at.parent(), "second")})));
    }

    private static void create(DistributedFileSystem fs, Path path, EnumSet<CreateFlag> flags) throws IOException {
        fs.create(path, MODE, flags, 512, (short) 1, 1 << 20, null).close();
    }

    private static void addChangesOfAttributes(List<Probe> all) {
        all.add(doing("setPermission", (fs, at) -> fs.setPermission(at.target(), MODE)));
        all.add(doing("setOwner user", (fs, at) -> fs.setOwner(at.target(), "carol", null)));
        all.add(doing("setOwner own group", (fs, at) -> fs.setOwner(at.target(), null, "staff")));
        all.add(doing("setOwner other group", (fs, at) -> fs.setOwner(at.target(), null, "strangers")));
        all.add(doing("setTimes", (fs, at) -> fs.setTimes(at.target(), 1000, 1000)));
        all.add(new Probe("setReplication", (fs, at) -> fs.setReplication(at.target(), (short) 2)));
        all.add(doing("modifyAclEntries", (fs, at) -> fs.modifyAclEntries(at.target(), ENTRY)));
        all.add(doing("removeAclEntries", (fs, at) -> fs.removeAclEntries(at.target(), ENTRY)));
        all.add(doing("removeDefaultAcl", (fs, at) -> fs.removeDefaultAcl(at.target())));
        all.add(doing("removeAcl", (fs, at) -> fs.removeAcl(at.target())));
        all.add(doing(
                "setXAttr",
                (fs, at) -> fs.setXAttr(at.target(), "user.new", new byte[] {1}, EnumSet.of(XAttrSetFlag.CREATE))));
        all.add(doing(
                "setXAttr trusted",
                (fs, at) -> fs.setXAttr(at.target(), "trusted.new", new byte[] {1}, EnumSet.of(XAttrSetFlag.CREATE))));
        all.add(doing("removeXAttr", (fs, at) -> fs.removeXAttr(at.target(), "user.given")));
        all.add(new Probe("recoverLease", (fs, at) -> fs.recoverLease(at.target())));
    }
}
