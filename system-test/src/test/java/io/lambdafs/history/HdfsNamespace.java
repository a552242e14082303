package io.lambdafs.history;

import io.lambdafs.testkit.history.Answer;
import io.lambdafs.testkit.history.Answer.Attributes;
import io.lambdafs.testkit.history.FeatureOperation;
import io.lambdafs.testkit.history.FileOperation;
import io.lambdafs.testkit.history.HotDirectories;
import io.lambdafs.testkit.history.Namespace;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * A system's namespace through Hadoop's own client, call by call: what a history calls one operation is one call of
 * ClientProtocol, which the plugin sends until it is answered.
 */
final class HdfsNamespace implements Namespace, AutoCloseable {
    private static final long BLOCK_SIZE = 1 << 20;

    /** Refusals, which are certain: nothing was changed. */
    private static final Set<String> REFUSALS = Set.of(
            "FileNotFoundException",
            "FileAlreadyExistsException",
            "ParentNotDirectoryException",
            "PathIsNotEmptyDirectoryException",
            "PathIsNotDirectoryException",
            "AccessControlException",
            "AlreadyBeingCreatedException",
            "RecoveryInProgressException",
            "LeaseExpiredException",
            "AclException",
            "NSQuotaExceededException",
            "SnapshotException");

    /** How calls begin that refuse with a plain IOException, which lost contact is too. */
    private static final List<String> PLAIN_REFUSALS = List.of(
            "Rename destination ",
            "rename destination ",
            "Source ",
            "XAttr: ",
            "No matching attributes found for remove operation");

    private final FileSystem fileSystem;
    private final FileSystem strangers;
    private final ClientProtocol calls;
    private final FeatureCalls features;
    private final String root;

    private HdfsNamespace(FileSystem fileSystem, FileSystem strangers, String root) {
        this.fileSystem = fileSystem;
        this.strangers = strangers;
        this.root = root;
        calls = calls(fileSystem);
        features = new FeatureCalls(calls, calls(strangers));
    }

    private static ClientProtocol calls(FileSystem fileSystem) {
        return ((DistributedFileSystem) fileSystem).getClient().getNamenode();
    }

    /** A client of its own, for which the history's root is this directory. */
    static HdfsNamespace open(Configuration configuration, String root) throws IOException {
        URI address = URI.create("hdfs://lambdafs/");
        FileSystem fileSystem = FileSystem.newInstance(address, configuration);
        try {
            FileSystem strangers = UserGroupInformation.createRemoteUser(HotDirectories.STRANGER)
                    .doAs((PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(address, configuration));
            return new HdfsNamespace(fileSystem, strangers, root);
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("interrupted while a client began").initCause(e);
        }
    }

    /** The configuration of a client of the system in this directory. */
    static Configuration configuration(Path dataDir) {
        Configuration configuration = new Configuration();
        for (String name : List.of("core-site.xml", "hdfs-site.xml")) {
            configuration.addResource(new org.apache.hadoop.fs.Path(
                    dataDir.resolve("conf").resolve(name).toUri()));
        }
        configuration.set(
                "lambdafs.client.properties-file",
                dataDir.resolve("client.properties").toString());
        // More calls than usual go through the platform, so that it starts more instances than usual.
        configuration.set("lambdafs.client.http-replacement-probability", "0.03");
        return configuration;
    }

    /** Keeps the files that this holder writes from being taken over. Not part of a history. */
    void renewLease(String holder) {
        try {
            calls.renewLease(holder, List.of());
        } catch (IOException e) {
            // The next one will do; a lease lasts a minute.
            return;
        }
    }

    @Override
    public Answer execute(FileOperation operation) {
        try {
            return call(operation);
        } catch (RemoteException e) {
            return refusal(e);
        } catch (IOException | RuntimeException e) {
            return new Answer.Unknown(String.valueOf(e));
        }
    }

    private Answer call(FileOperation operation) throws IOException {
        String path = root + operation.path();
        if (operation instanceof FeatureOperation feature) {
            return features.call(path, feature);
        }
        if (operation instanceof FileOperation.Stat) {
            return new Answer.Status(attributes(calls.getFileInfo(path)));
        } else if (operation instanceof FileOperation.Ls) {
            return listing(calls.getListing(path, new byte[0], false));
        } else if (operation instanceof FileOperation.Open) {
            return new Answer.Opened(calls.getBlockLocations(path, 0, 1).isUnderConstruction());
        } else if (operation instanceof FileOperation.Create create) {
            return new Answer.Status(attributes(create(path, create)));
        } else if (operation instanceof FileOperation.Complete complete) {
            return new Answer.Truth(calls.complete(path, complete.holder(), null, complete.id()));
        } else if (operation instanceof FileOperation.Mkdir mkdir) {
            return new Answer.Truth(calls.mkdirs(path, permission(mkdir.mode()), mkdir.parents()));
        } else {
            return move(path, operation);
        }
    }

    @SuppressWarnings("deprecation") // The old rename is part of the protocol.
    private Answer move(String path, FileOperation operation) throws IOException {
        if (operation instanceof FileOperation.Move move) {
            calls.rename2(path, root + move.to(), move.overwrite() ? Options.Rename.OVERWRITE : Options.Rename.NONE);
            return new Answer.Done();
        } else if (operation instanceof FileOperation.Rename rename) {
            return new Answer.Truth(calls.rename(path, root + rename.to()));
        } else if (operation instanceof FileOperation.Delete delete) {
            return new Answer.Truth(calls.delete(path, delete.recursive()));
        } else if (operation instanceof FileOperation.Chmod chmod) {
            calls.setPermission(path, permission(chmod.mode()));
            return new Answer.Done();
        } else if (operation instanceof FileOperation.SetTimes times) {
            calls.setTimes(path, times.time(), times.time());
            return new Answer.Done();
        }
        throw new IllegalArgumentException("no such operation: " + operation);
    }

    private HdfsFileStatus create(String path, FileOperation.Create create) throws IOException {
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE);
        if (create.overwrite()) {
            flags.add(CreateFlag.OVERWRITE);
        }
        return calls.create(
                path,
                permission(create.mode()),
                create.holder(),
                new EnumSetWritable<>(flags, CreateFlag.class),
                false,
                (short) 1,
                BLOCK_SIZE,
                CryptoProtocolVersion.supported(),
                null,
                null);
    }

    private static FsPermission permission(int mode) {
        return new FsPermission((short) mode);
    }

    private static Answer listing(@Nullable DirectoryListing listing) {
        if (listing == null) {
            return new Answer.Listing(false, List.of());
        }
        List<Attributes> entries = new ArrayList<>();
        for (HdfsFileStatus status : listing.getPartialListing()) {
            entries.add(attributes(DFSUtilClient.bytes2String(status.getLocalNameInBytes()), status));
        }
        return new Answer.Listing(true, entries);
    }

    private static @Nullable Attributes attributes(@Nullable HdfsFileStatus status) {
        return status == null ? null : attributes("", status);
    }

    private static Attributes attributes(String name, HdfsFileStatus status) {
        return new Attributes(
                name,
                status.isDirectory(),
                status.getFileId(),
                status.getPermission().toShort(),
                status.getModificationTime(),
                status.getAccessTime());
    }

    private static Answer refusal(RemoteException e) {
        String name = e.getClassName().substring(e.getClassName().lastIndexOf('.') + 1);
        String message = String.valueOf(e.getMessage());
        boolean certain = REFUSALS.contains(name)
                || (name.equals("IOException") && PLAIN_REFUSALS.stream().anyMatch(message::startsWith));
        return certain ? new Answer.Refused(name) : new Answer.Unknown(name + ": " + message);
    }

    @Override
    public void close() throws IOException {
        try (strangers) {
            fileSystem.close();
        }
    }
}
