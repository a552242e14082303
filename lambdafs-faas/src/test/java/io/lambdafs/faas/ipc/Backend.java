package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.PosixCalls;
import io.lambdafs.faas.posix.TimedVolume;
import io.lambdafs.faas.posix.VolumeFiles;
import java.nio.file.Path;

/** What answers the calls of the programs in a test. */
enum Backend {
    LOCAL_DIRECTORY {
        @Override
        PosixCalls calls(Path empty, String mount) {
            return new LocalPosixCalls(empty, mount);
        }
    },
    VOLUME {
        @Override
        PosixCalls calls(Path empty, String mount) {
            VolumeFiles files = new TimedVolume().instance();
            files.begin();
            return files;
        }
    };

    /** The mount of all tests; nothing is there. */
    static final String MOUNT = "/mnt/v";

    /** Files that are empty. */
    abstract PosixCalls calls(Path empty, String mount);
}
