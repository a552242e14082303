package io.lambdafs.permissions;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** Calls about quotas, storage policies, snapshots, what is reserved to superusers, and places in unusual states. */
final class FeatureProbes {
    private static final FsPermission MODE = new FsPermission((short) 0640);
    private static final List<AclEntry> ENTRY = AclEntry.parseAclSpec("user:carol:r--", true);
    private static final String NOT_OF_FILES = "not of files";
    private static final FsPermission NOBODY = new FsPermission((short) 0000);
    private static final FsPermission OWNER = new FsPermission((short) 0700);

    private FeatureProbes() {}

    static List<Probe> all() {
        List<Probe> snapshots = snapshots().stream()
                .map(probe -> probe.before((fs, at) -> endSnapshots(fs, at.target())))
                .toList();
        return Stream.of(
                        reads().stream().map(Probe::onlyReading).toList(),
                        policiesAndQuotas(),
                        snapshots,
                        unusual(),
                        reserved())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Probe> reads() {
        return List.of(
                new Probe(
                        "getFileLinkInfo",
                        (fs, at) -> fs.getFileLinkStatus(at.target()).isDirectory()),
                new Probe(
                        "getLocatedFileInfo",
                        (fs, at) -> fs.getClient()
                                .getLocatedFileInfo(text(at.target()), false)
                                .isDirectory()),
                new Probe(
                        "getStoragePolicy",
                        (fs, at) -> fs.getStoragePolicy(at.target()).getName()),
                new Probe("getErasureCodingPolicy", (fs, at) -> String.valueOf(fs.getErasureCodingPolicy(at.target()))),
                new Probe("getEZForPath", (fs, at) -> String.valueOf(fs.getEZForPath(at.target()))));
    }

    private static List<Probe> policiesAndQuotas() {
        return List.of(
                Probe.doing("setStoragePolicy", (fs, at) -> fs.setStoragePolicy(at.target(), "COLD")),
                Probe.doing("unsetStoragePolicy", (fs, at) -> fs.unsetStoragePolicy(at.target())),
                Probe.doing("satisfyStoragePolicy", (fs, at) -> fs.satisfyStoragePolicy(at.target())),
                Probe.doing(
                        "setErasureCodingPolicy", (fs, at) -> fs.setErasureCodingPolicy(at.target(), "replication")),
                Probe.doing("setQuota", (fs, at) -> {
                    // Of a file, HDFS says it in other words.
                    if (at.directory()) {
                        fs.setQuota(at.target(), 10, 1L << 30);
                    }
                }),
                new Probe(
                                "getQuotaUsage of a quota",
                                (fs, at) -> fs.getQuotaUsage(at.target()).getFileAndDirectoryCount())
                        .after((fs, at) -> {
                            if (at.directory()) {
                                fs.setQuota(at.target(), 10, 1L << 30);
                            }
                        })
                        .onlyReading());
    }

    private static List<Probe> snapshots() {
        return List.of(
                Probe.doing("allowSnapshot", (fs, at) -> fs.allowSnapshot(at.target())),
                Probe.doing("disallowSnapshot", (fs, at) -> fs.disallowSnapshot(at.target()))
                        .after(FeatureProbes::allow),
                Probe.doing("createSnapshot", (fs, at) -> fs.createSnapshot(at.target(), "other"))
                        .after(FeatureProbes::allow),
                Probe.doing("renameSnapshot", (fs, at) -> fs.renameSnapshot(at.target(), "given", "other"))
                        .after(FeatureProbes::snapshot),
                Probe.doing("deleteSnapshot", (fs, at) -> fs.deleteSnapshot(at.target(), "given"))
                        .after(FeatureProbes::snapshot),
                new Probe("getSnapshotListing", (fs, at) -> fs.getSnapshotListing(at.target()).length)
                        .after(FeatureProbes::snapshot)
                        .onlyReading(),
                new Probe(
                                "getSnapshotDiffReport",
                                (fs, at) -> at.directory()
                                        ? fs.getSnapshotDiffReport(at.target(), "given", "")
                                                .getDiffList()
                                                .size()
                                        : NOT_OF_FILES)
                        .after(FeatureProbes::snapshot)
                        .onlyReading(),
                new Probe(
                                "getFileInfo in a snapshot",
                                (fs, at) -> fs.getFileStatus(new Path(at.target(), ".snapshot/given/inside"))
                                        .isDirectory())
                        .after(FeatureProbes::snapshot)
                        .onlyReading());
    }

    private static void allow(DistributedFileSystem fs, CallLocation at) throws IOException {
        if (at.directory()) {
            fs.allowSnapshot(at.target());
        }
    }

    private static void snapshot(DistributedFileSystem fs, CallLocation at) throws IOException {
        if (at.directory()) {
            fs.allowSnapshot(at.target());
            fs.createSnapshot(at.target(), "given");
        }
    }

    /** Deletes all snapshots of a directory, and lets none be taken; each place that stays would be looked at for the next. */
    static void endSnapshots(DistributedFileSystem fs, Path directory) throws IOException {
        try {
            for (FileStatus snapshot : fs.listStatus(new Path(directory, ".snapshot"))) {
                fs.deleteSnapshot(directory, snapshot.getPath().getName());
            }
        } catch (FileNotFoundException | AccessControlException e) {
            return; // It has none, or is a file.
        } catch (RemoteException e) {
            if (e.getClassName().endsWith("SnapshotException")) {
                return; // None may be taken any more.
            }
            throw e;
        }
        fs.disallowSnapshot(directory);
    }

    private static List<Probe> unusual() {
        return List.of(
                Probe.doing("setPermission unchanged", (fs, at) -> fs.setPermission(at.target(), MODE))
                        .after((fs, at) -> fs.setPermission(at.target(), MODE)),
                Probe.doing("modifyAclEntries unchanged", (fs, at) -> fs.modifyAclEntries(at.target(), ENTRY))
                        .after((fs, at) -> fs.modifyAclEntries(at.target(), ENTRY)),
                Probe.doing("removeXAttr trusted", (fs, at) -> fs.removeXAttr(at.target(), "trusted.given"))
                        .after((fs, at) -> fs.setXAttr(
                                at.target(), "trusted.given", new byte[] {1}, EnumSet.of(XAttrSetFlag.CREATE))),
                Probe.doing("recoverLease of an open file", (fs, at) -> fs.recoverLease(at.target()))
                        .after(FeatureProbes::leaveOpen),
                new Probe(
                                "getBlockLocations not for superusers",
                                (fs, at) -> fs.getClient()
                                        .getLocatedBlocks(text(at.target()), 0)
                                        .getFileLength())
                        .after(FeatureProbes::keepFromSuperusers)
                        .onlyReading(),
                Probe.doing(
                                "concat what nobody may read",
                                (fs, at) -> fs.concat(at.target(), new Path[] {new Path(at.parent(), "second")}))
                        .after((fs, at) -> fs.setPermission(new Path(at.parent(), "second"), NOBODY)),
                Probe.doing(
                                "concat from a closed directory",
                                (fs, at) -> fs.concat(at.target(), new Path[] {new Path(closed(at), "file")}))
                        .after((fs, at) -> {
                            fs.create(new Path(closed(at), "file")).close();
                            fs.setPermission(closed(at), OWNER);
                        }));
    }

    private static Path closed(CallLocation at) {
        return new Path(at.root(), "closed");
    }

    /* Without a stream, which would be closed with its client. */
    private static void leaveOpen(DistributedFileSystem fs, CallLocation at) throws IOException {
        if (!at.directory()) {
            fs.getClient()
                    .getNamenode()
                    .append(
                            text(at.target()),
                            "somebody",
                            new EnumSetWritable<>(EnumSet.of(CreateFlag.APPEND), CreateFlag.class));
        }
    }

    private static void keepFromSuperusers(DistributedFileSystem fs, CallLocation at) throws IOException {
        if (!at.directory()) {
            fs.setXAttr(at.target(), "security.hdfs.unreadable.by.superuser", null, EnumSet.of(XAttrSetFlag.CREATE));
        }
    }

    private static List<Probe> reserved() {
        return List.of(
                reserved(
                        "listOpenFiles",
                        (calls, path) -> calls.listOpenFiles(0, EnumSet.of(OpenFilesType.ALL_OPEN_FILES), path)),
                reserved("listCorruptFileBlocks", (calls, path) -> calls.listCorruptFileBlocks(path, null)),
                reserved(
                        "getDatanodeReport",
                        (calls, path) -> calls.getDatanodeReport(HdfsConstants.DatanodeReportType.ALL)),
                reserved(
                        "getDatanodeStorageReport",
                        (calls, path) -> calls.getDatanodeStorageReport(HdfsConstants.DatanodeReportType.ALL)),
                reserved(
                        "setSafeMode",
                        (calls, path) -> calls.setSafeMode(HdfsConstants.SafeModeAction.SAFEMODE_LEAVE, false)),
                reserved(
                        "rollingUpgrade",
                        (calls, path) -> calls.rollingUpgrade(HdfsConstants.RollingUpgradeAction.FINALIZE)),
                reserved("setBalancerBandwidth", (calls, path) -> {
                    calls.setBalancerBandwidth(1 << 20);
                    return "done";
                }),
                reserved("getEditsFromTxid", (calls, path) -> calls.getEditsFromTxid(1)),
                reserved("getECTopologyResultForPolicies", (calls, path) -> calls.getECTopologyResultForPolicies()),
                reserved("listReencryptionStatus", (calls, path) -> calls.listReencryptionStatus(0)),
                reserved("createEncryptionZone", (calls, path) -> {
                    calls.createEncryptionZone(path, "key");
                    return "done";
                }),
                reserved("listEncryptionZones", (calls, path) -> calls.listEncryptionZones(0)));
    }

    private static Probe reserved(String name, Raw raw) {
        return Probe.reserved(name, (fs, at) -> raw.on(fs.getClient().getNamenode(), text(at.target())));
    }

    /** A call of the protocol. What it answers does not matter. */
    @FunctionalInterface
    private interface Raw {
        Object on(ClientProtocol calls, String path) throws IOException;
    }

    private static String text(Path path) {
        return path.toUri().getPath();
    }
}
