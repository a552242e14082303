package io.lambdafs.cli.faas;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.DirectoryEntry;
import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.Stat;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.NamedVolume;
import io.lambdafs.faas.transaction.TransactionException;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes volumes and works with their files. */
@Command(
        mixinStandardHelpOptions = true,
        name = "volume",
        description = "Makes volumes of files for functions, and copies files into them and out of them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CommandLine.HelpCommand.class)
public final class VolumeCommand {
    private static final int PAGE = 1000;
    private static final long NANOS = 1_000_000_000L;

    private final VolumeAccess access;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Spec
    private @Nullable CommandSpec spec;

    public VolumeCommand(VolumeAccess access) {
        this.access = access;
    }

    private int run(VolumeAccess.Work work) throws IOException, InterruptedException {
        try {
            return access.run(Optional.ofNullable(dataDirectory), work);
        } catch (PosixException | TransactionException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private PrintWriter out() {
        return requireNonNull(spec, "spec").commandLine().getOut();
    }

    private interface FileWork {
        void with(VolumeFiles files) throws IOException;
    }

    /** Does something in one transaction. */
    private int inTransaction(String volume, FileWork work) throws IOException, InterruptedException {
        return run((store, volumes) -> {
            VolumeInfo info = NamedVolume.find(store, volume);
            VolumeFiles files = VolumeAccess.files(volumes, info, CacheUpdate.INVALIDATE, "");
            return new FunctionRun(files, Retries.defaults(), RandomGenerator.getDefault()).run(() -> {
                work.with(files);
                return new FunctionRun.Result<>(0, true);
            });
        });
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "create",
            description = {
                "Makes an empty volume and prints its number.",
                "With the path of a directory, 'lambdafs volume create PATH', the volume gets that place in the namespace. The"
                        + " directory is made if it is not there; one that is there must be empty."
            })
    int create(
            @Option(
                            names = "--block-size",
                            paramLabel = "BYTES",
                            defaultValue = "4096",
                            description =
                                    "In which unit files are stored, cached and validated: a power of two from 1024 to"
                                            + " 65536; ${DEFAULT-VALUE} otherwise.")
                    int blockSize)
            throws IOException, InterruptedException {
        try {
            VolumeInfo.requireBlockSize(blockSize);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        return run((store, volumes) -> {
            out().println(volumes.create(blockSize).id().value());
            return 0;
        });
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "list",
            description =
                    "Prints all volumes: number, block size, when they were made, and the directory of those that are one.")
    int list() throws IOException, InterruptedException {
        return run((store, volumes) -> {
            for (NamedVolume.Listed volume : NamedVolume.all(store)) {
                out().printf(
                                Locale.ROOT,
                                "%d\t%d\t%s%s%n",
                                volume.id().value(),
                                volume.blockSize(),
                                volume.created().map(Instant::toString).orElse("not used yet"),
                                volume.path().map(path -> "\t" + path).orElse(""));
            }
            return 0;
        });
    }

    @Command(mixinStandardHelpOptions = true, name = "delete", description = "Deletes a volume with all of its files.")
    int delete(@Parameters(paramLabel = "VOLUME", description = "Its number.") String volume)
            throws IOException, InterruptedException {
        return run((store, volumes) -> {
            VolumeId id = NamedVolume.find(store, volume).id();
            if (id.directory().isPresent()) {
                throw new IOException(volume
                        + " is a directory: remove it with 'lambdafs dfs -rm -r', and the volume goes" + " with it");
            }
            volumes.delete(id);
            return 0;
        });
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "put",
            description = "Copies a file of this machine into a volume.")
    int put(
            @Parameters(paramLabel = "VOLUME", description = "The volume's number or path.") String volume,
            @Parameters(paramLabel = "FILE", description = "The file of this machine.") Path file,
            @Parameters(paramLabel = "PATH", description = "Its place in the volume. A file there is replaced.")
                    String path)
            throws IOException, InterruptedException {
        return run((store, volumes) -> {
            FileCopy.into(new Opener(volumes, NamedVolume.find(store, volume)), file, path);
            return 0;
        });
    }

    @Command(mixinStandardHelpOptions = true, name = "get", description = "Copies a file of a volume to this machine.")
    int get(
            @Parameters(paramLabel = "VOLUME", description = "The volume's number or path.") String volume,
            @Parameters(paramLabel = "PATH", description = "Its place in the volume.") String path,
            @Parameters(paramLabel = "FILE", description = "The file of this machine, which must not be there.")
                    Path file)
            throws IOException, InterruptedException {
        return inTransaction(volume, files -> FileCopy.outOf(files, path, file));
    }

    @Command(mixinStandardHelpOptions = true, name = "ls", description = "Prints the entries of a directory.")
    int ls(
            @Parameters(paramLabel = "VOLUME", description = "The volume's number or path.") String volume,
            @Parameters(paramLabel = "PATH", arity = "0..1", defaultValue = "/", description = "The directory.")
                    String path)
            throws IOException, InterruptedException {
        return inTransaction(volume, files -> {
            long directory = files.open(At.root(path), OpenFlags.RDONLY | OpenFlags.DIRECTORY, 0);
            List<DirectoryEntry> page = files.list(directory, 0, PAGE);
            for (int from = 0; !page.isEmpty(); from += PAGE, page = files.list(directory, from, PAGE)) {
                page.forEach(entry -> print(files, directory, entry));
            }
            files.release(directory);
        });
    }

    private void print(VolumeFiles files, long directory, DirectoryEntry entry) {
        String name = entry.name().text();
        if (!name.equals(".") && !name.equals("..")) {
            out().println(line(files.stat(new At(directory, entry.name()), false), name));
        }
    }

    @Command(mixinStandardHelpOptions = true, name = "stat", description = "Prints what a file is.")
    int stat(
            @Parameters(paramLabel = "VOLUME", description = "The volume's number or path.") String volume,
            @Parameters(paramLabel = "PATH", description = "The file.") String path)
            throws IOException, InterruptedException {
        return inTransaction(
                volume, files -> out().println(line(files.stat(new At(At.ROOT, ByteString.of(path)), false), path)));
    }

    private static String line(Stat stat, String name) {
        char type = stat.type() == FileType.DIRECTORY ? 'd' : stat.type() == FileType.SYMLINK ? 'l' : '-';
        return String.format(
                Locale.ROOT,
                "%c%04o %d %d:%d %d %s %s",
                type,
                stat.mode(),
                stat.links(),
                stat.uid(),
                stat.gid(),
                stat.size(),
                Instant.ofEpochSecond(stat.modifiedNanos() / NANOS, stat.modifiedNanos() % NANOS),
                name);
    }

    /** Opens a volume for a copy of several transactions. */
    record Opener(VolumeStore volumes, VolumeInfo info) {
        VolumeFiles open() {
            return VolumeAccess.files(volumes, info, CacheUpdate.INVALIDATE, "");
        }
    }
}
