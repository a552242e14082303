package io.lambdafs.faas.nio;

import io.lambdafs.faas.posix.DirectoryEntry;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** The entries of a directory of a volume. */
final class FaasDirectoryStream implements DirectoryStream<Path> {
    private final FaasPath directory;
    private final List<DirectoryEntry> entries;
    private final Filter<? super Path> filter;
    private boolean used;

    FaasDirectoryStream(FaasPath directory, List<DirectoryEntry> entries, Filter<? super Path> filter) {
        this.directory = directory;
        this.entries = List.copyOf(entries);
        this.filter = filter;
    }

    @Override
    public Iterator<Path> iterator() {
        if (used) {
            throw new IllegalStateException("a directory is read once");
        }
        used = true;
        return entries.stream()
                .map(DirectoryEntry::name)
                .filter(name -> !name.text().equals(".") && !name.text().equals(".."))
                .<Path>map(directory::child)
                .filter(this::isAccepted)
                .iterator();
    }

    private boolean isAccepted(Path path) {
        try {
            return filter.accept(path);
        } catch (IOException e) {
            throw new DirectoryIteratorException(e);
        }
    }

    @Override
    public void close() {
        used = true;
    }
}
