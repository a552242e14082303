package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.store.MetadataStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HDFS's own watcher on the namespace: the events of everything that a client can do. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class InotifyTest {
    private static final String PLACE = "/inotify";
    private static final int POLLS = 50;

    private DistributedFileSystem client;

    @BeforeEach
    void connect() throws IOException {
        try (MetadataStore store = SharedStack.get().openStore()) {
            assumeTrue(store.changeFeed().isPresent(), "nothing is watched: this store has no change feed");
        }
        client = (DistributedFileSystem) SharedStack.get().newClient();
        assertThat(client.mkdirs(path(""))).isTrue();
    }

    @AfterEach
    void remove() throws IOException {
        if (client != null) {
            client.delete(path(""), true);
            client.close();
        }
    }

    private static Path path(String name) {
        return new Path(PLACE + name);
    }

    /** The events on this test's directory until the one that removes a file that is made last. */
    private List<Event> eventsUntilMarker(DFSInotifyEventInputStream stream) throws Exception {
        client.mkdirs(path("/marker"));
        List<Event> seen = new ArrayList<>();
        for (int i = 0; i < POLLS; i++) {
            EventBatch batch = stream.poll(1, TimeUnit.SECONDS);
            if (batch == null) {
                continue;
            }
            for (Event event : batch.getEvents()) {
                if (described(event).contains(PLACE + "/marker")) {
                    return seen;
                }
                if (described(event).contains(PLACE)) {
                    seen.add(event);
                }
            }
        }
        throw new AssertionError("the last event has not come; seen: " + seen);
    }

    private static String described(Event event) {
        return event.getEventType() + " "
                + switch (event.getEventType()) {
                    case CREATE ->
                        ((Event.CreateEvent) event).getiNodeType() + " " + ((Event.CreateEvent) event).getPath();
                    case CLOSE -> ((Event.CloseEvent) event).getPath() + " " + ((Event.CloseEvent) event).getFileSize();
                    case APPEND -> ((Event.AppendEvent) event).getPath();
                    case RENAME ->
                        ((Event.RenameEvent) event).getSrcPath() + " " + ((Event.RenameEvent) event).getDstPath();
                    case METADATA ->
                        ((Event.MetadataUpdateEvent) event).getMetadataType() + " "
                                + ((Event.MetadataUpdateEvent) event).getPath();
                    case UNLINK -> ((Event.UnlinkEvent) event).getPath();
                    case TRUNCATE ->
                        ((Event.TruncateEvent) event).getPath() + " " + ((Event.TruncateEvent) event).getFileSize();
                };
    }

    private void write(String name, int bytes) throws IOException {
        try (FSDataOutputStream out = client.create(path(name), true)) {
            out.write(new byte[bytes]);
        }
    }

    @Test
    void everythingThatAClientDoes_isAnEvent() throws Exception {
        DFSInotifyEventInputStream stream = client.getInotifyEventStream();
        write("/f", 10);
        try (FSDataOutputStream out = client.append(path("/f"))) {
            out.write(new byte[5]);
        }
        client.setReplication(path("/f"), (short) 2);
        client.setPermission(path("/f"), new FsPermission((short) 0600));
        client.setOwner(path("/f"), "somebody", null);
        client.setTimes(path("/f"), 1_000, -1);
        client.setXAttr(path("/f"), "user.a", new byte[] {1}, EnumSet.of(XAttrSetFlag.CREATE));
        client.removeXAttr(path("/f"), "user.a");
        client.modifyAclEntries(path("/f"), AclEntry.parseAclSpec("user:bob:r--", true));
        client.mkdirs(path("/d/e"));
        assertThat(client.rename(path("/f"), path("/d/g"))).isTrue();
        assertThat(client.truncate(path("/d/g"), 0)).isTrue();
        client.delete(path("/d"), true);
        List<Event> events = eventsUntilMarker(stream);
        assertThat(events)
                .extracting(InotifyTest::described)
                .containsExactly(
                        "CREATE FILE /inotify/f",
                        "CLOSE /inotify/f 10",
                        "APPEND /inotify/f",
                        "CLOSE /inotify/f 15",
                        "METADATA REPLICATION /inotify/f",
                        "METADATA PERMS /inotify/f",
                        "METADATA OWNER /inotify/f",
                        "METADATA TIMES /inotify/f",
                        "METADATA XATTRS /inotify/f",
                        "METADATA XATTRS /inotify/f",
                        "METADATA ACLS /inotify/f",
                        "CREATE DIRECTORY /inotify/d",
                        "CREATE DIRECTORY /inotify/d/e",
                        "RENAME /inotify/f /inotify/d/g",
                        "TRUNCATE /inotify/d/g 0",
                        "UNLINK /inotify/d");
        Event.CreateEvent created = (Event.CreateEvent) events.get(0);
        assertThat(created.getOverwrite()).isTrue();
        assertThat(created.getReplication()).isEqualTo(client.getDefaultReplication(path("/")));
        assertThat(created.getOwnerName())
                .isEqualTo(UserGroupInformation.getCurrentUser().getShortUserName());
        Event.MetadataUpdateEvent acl = (Event.MetadataUpdateEvent) events.get(10);
        assertThat(acl.getAcls()).extracting(AclEntry::toString).contains("user:bob:r--");
        assertThat(((Event.MetadataUpdateEvent) events.get(9)).isxAttrsRemoved())
                .isTrue();
        assertThat(((Event.MetadataUpdateEvent) events.get(7)).getMtime()).isEqualTo(1_000);
    }

    @Test
    void watcherThatGoesOn_missesNothing() throws Exception {
        DFSInotifyEventInputStream stream = client.getInotifyEventStream();
        client.mkdirs(path("/one"));
        EventBatch batch = stream.take();
        assertThat(described(batch.getEvents()[0])).isEqualTo("CREATE DIRECTORY /inotify/one");
        client.mkdirs(path("/two"));
        DFSInotifyEventInputStream later = client.getInotifyEventStream(batch.getTxid());
        assertThat(eventsUntilMarker(later))
                .extracting(InotifyTest::described)
                .containsExactly("CREATE DIRECTORY /inotify/two");
    }

    @Test
    void renameOverAnother_isOneEvent_andConcatIsWhatHdfsSays() throws Exception {
        write("/a", 10);
        write("/b", 10);
        write("/c", 10);
        DFSInotifyEventInputStream stream = client.getInotifyEventStream();
        client.rename(path("/a"), path("/b"), org.apache.hadoop.fs.Options.Rename.OVERWRITE);
        client.concat(path("/b"), new Path[] {path("/c")});
        assertThat(eventsUntilMarker(stream))
                .extracting(InotifyTest::described)
                .containsExactly(
                        "RENAME /inotify/a /inotify/b",
                        "APPEND /inotify/b",
                        "UNLINK /inotify/c",
                        "CLOSE /inotify/b -1");
    }

    @Test
    void whatIsTooOldOrOfAnother_isRefused() throws Exception {
        assertThatThrownBy(() -> client.getInotifyEventStream(-5).take()).isInstanceOf(MissingEventsException.class);
        Configuration configuration = SharedStack.get().hadoopConfiguration();
        UserGroupInformation bob = UserGroupInformation.createRemoteUser("bob");
        try (FileSystem others = bob.doAs(
                (java.security.PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(configuration))) {
            assertThatThrownBy(() -> ((DistributedFileSystem) others)
                            .getInotifyEventStream(0)
                            .take())
                    .hasMessageContaining("Access denied for user bob");
        }
    }
}
