package io.lambdafs.namenode.inotify;

import io.lambdafs.store.StoreException;

/** What an event is. The numbers are stored and never change. */
public enum EventKind {
    FILE_CREATED(1),
    DIRECTORY_CREATED(2),
    CLOSED(3),
    APPENDED(4),
    RENAMED(5),
    UNLINKED(6),
    TRUNCATED(7),
    PERMISSION_SET(8),
    OWNER_SET(9),
    /** Another change of what is known of an inode: HDFS's message as it is. */
    METADATA(10);

    private final int number;

    EventKind(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static EventKind numbered(int number) {
        for (EventKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new StoreException(
                StoreException.Kind.INCOMPATIBLE,
                "the change feed has an event of the kind " + number + ": use the newer program that wrote it");
    }
}
