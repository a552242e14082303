package io.lambdafs.client.subtree;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.ipc.RemoteException;

/** HDFS's exceptions, in the form in which Hadoop's client takes them from a NameNode: in any other it would call again. */
final class Refusals {
    private Refusals() {}

    static RemoteException notFound(String message) {
        return of(FileNotFoundException.class, message);
    }

    static RemoteException exists(String message) {
        return of(FileAlreadyExistsException.class, message);
    }

    static RemoteException notEmpty(String path) {
        return of(PathIsNotEmptyDirectoryException.class, "`" + path + " is non empty': Directory is not empty");
    }

    static RemoteException parentNotDirectory(String path) {
        return of(ParentNotDirectoryException.class, path + " (is not a directory)");
    }

    static RemoteException notDirectory(String path) {
        return of(PathIsNotDirectoryException.class, path);
    }

    static RemoteException plain(String message) {
        return of(IOException.class, message);
    }

    /** What a decoupled subtree does not do. */
    static RemoteException unsupported(String what, String path) {
        return of(
                UnsupportedOperationException.class,
                what + " is not possible in a decoupled subtree: merge it first. Path: " + path);
    }

    private static RemoteException of(Class<?> type, String message) {
        return new RemoteException(type.getName(), message);
    }
}
