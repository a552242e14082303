package io.lambdafs.faas.mount;

import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.store.volume.ByteString;

/** Something that was done with a file that is open. It can be done again. */
sealed interface OpenFileChange {
    /** Does it in the open transaction. */
    void applyTo(VolumeFiles files, Handles handles);

    /** How much memory it takes, in bytes. */
    int weight();

    /**
     * The handles of a file in a transaction.
     *
     * @param plain reads and writes at offsets
     * @param appending writes at the end
     */
    record Handles(long plain, long appending) {}

    /** Bytes were written at an offset. */
    record Written(long offset, ByteString bytes) implements OpenFileChange {
        @Override
        public void applyTo(VolumeFiles files, Handles handles) {
            int done = 0;
            while (done < bytes.length()) {
                done += files.writeAt(handles.plain(), offset + done, bytes.array(), done, bytes.length() - done);
            }
        }

        @Override
        public int weight() {
            return bytes.length() + OVERHEAD;
        }
    }

    /** Bytes were written at the file's end, wherever that is. */
    record Appended(ByteString bytes) implements OpenFileChange {
        @Override
        public void applyTo(VolumeFiles files, Handles handles) {
            int done = 0;
            while (done < bytes.length()) {
                done += files.write(handles.appending(), bytes.array(), done, bytes.length() - done);
            }
        }

        @Override
        public int weight() {
            return bytes.length() + OVERHEAD;
        }
    }

    /** The file was made longer or shorter. */
    record Truncated(long length) implements OpenFileChange {
        @Override
        public void applyTo(VolumeFiles files, Handles handles) {
            files.truncate(handles.plain(), length);
        }

        @Override
        public int weight() {
            return OVERHEAD;
        }
    }

    /** What a change takes besides its bytes, about. */
    int OVERHEAD = 64;
}
