package io.lambdafs.cli.faas;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.mount.VolumeMount;
import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.NamedVolume;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Mounts a volume. */
@Command(
        mixinStandardHelpOptions = true,
        name = "mount",
        description = {
            "Mounts a volume at a directory of this machine through FUSE, until this command is ended or 'fusermount -u' takes the mount away.",
            "What is written into a file others see when it is closed or synchronised. For people and their tools: functions use"
                    + " 'lambdafs faas'."
        })
public final class MountCommand implements Callable<Integer> {
    private final VolumeAccess access;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Option(names = "--read-only", description = "Lets nothing be changed through the mount.")
    private boolean readOnly;

    @Option(
            names = "--allow-other",
            description = "Lets other users of this machine in, as the modes of the files say. Users besides root need"
                    + " 'user_allow_other' in /etc/fuse.conf.")
    private boolean allowOther;

    @Parameters(index = "0", paramLabel = "VOLUME", description = "The volume's number or path.")
    private String volume = "";

    @Parameters(index = "1", paramLabel = "DIRECTORY", description = "The directory of this machine, which is there.")
    private @Nullable Path directory;

    @Spec
    private @Nullable CommandSpec spec;

    public MountCommand(VolumeAccess access) {
        this.access = access;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path at = requireNonNull(directory, "a parameter that is required").toAbsolutePath();
        return access.run(Optional.ofNullable(dataDirectory), (store, volumes) -> mount(store, volumes, at));
    }

    private int mount(MetadataStore store, VolumeStore volumes, Path at) throws IOException, InterruptedException {
        VolumeInfo info = NamedVolume.find(store, volume);
        try (VolumeMount mount = VolumeMount.mount(
                bytes -> files(volumes, info, bytes), "volume" + volume.replace('/', '-'), at, readOnly, allowOther)) {
            Thread unmounting = new Thread(mount::close, "unmount");
            Runtime.getRuntime().addShutdownHook(unmounting);
            requireNonNull(spec, "spec").commandLine().getOut().println(volume + " is mounted at " + at);
            mount.awaitEnd();
        }
        return 0;
    }

    private static VolumeFiles files(VolumeStore volumes, VolumeInfo info, long cacheBytes) {
        return new VolumeFiles(
                new OpenVolume(
                        volumes,
                        info,
                        CacheUpdate.INVALIDATE,
                        TransactionLimits.defaults().withCache(cacheBytes)),
                Credentials.ROOT,
                "",
                InstantSource.system());
    }
}
