package io.lambdafs.wire.journal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads the bytes of one chunk, which need not be trusted. Used once, by one thread. */
public final class JournalDecoder {
    private final JournalBytes.Reader in;
    private final JournalFormat.Context before = new JournalFormat.Context();

    private JournalDecoder(byte[] chunk) {
        in = new JournalBytes.Reader(chunk);
    }

    /**
     * Gives all changes of a chunk to the target.
     *
     * @return how many there are
     * @throws JournalException if the chunk is damaged, or the target refuses a change
     */
    public static int replay(byte[] chunk, JournalTarget target) {
        JournalDecoder decoder = new JournalDecoder(chunk);
        int entries = 0;
        while (decoder.in.hasMore()) {
            decoder.entry(target);
            entries++;
        }
        return entries;
    }

    private void entry(JournalTarget target) {
        int head = in.getByte();
        switch (head & JournalFormat.KIND) {
            case JournalFormat.MAKE_DIRECTORY:
                makeDirectory(head, target);
                break;
            case JournalFormat.CREATE_FILE:
                createFile(head, false, target);
                break;
            case JournalFormat.CREATE_FILE_OF_BLOCKS:
                createFile(head, true, target);
                break;
            case JournalFormat.REWRITE_FILE:
                target.rewriteFile(inode(head), time(), blocks());
                break;
            case JournalFormat.DELETE:
                target.delete(parent(head), name(), time());
                break;
            case JournalFormat.RENAME:
                rename(head, target);
                break;
            default:
                change(head, target);
        }
    }

    private void change(int head, JournalTarget target) {
        switch (head & JournalFormat.KIND) {
            case JournalFormat.SET_PERMISSION:
                target.setPermission(inode(head), in.getSmall(JournalFormat.MAX_PERMISSION));
                break;
            case JournalFormat.SET_OWNER:
                target.setOwner(
                        inode(head),
                        in.getText(JournalFormat.MAX_TEXT_BYTES),
                        in.getText(JournalFormat.MAX_TEXT_BYTES));
                break;
            case JournalFormat.SET_TIMES:
                target.setTimes(inode(head), in.getSigned(), in.getSigned());
                break;
            case JournalFormat.SET_REPLICATION:
                target.setReplication(inode(head), in.getSmall(JournalFormat.MAX_REPLICATION));
                break;
            default:
                throw new JournalException("an entry of a journal has the unknown kind " + (head & JournalFormat.KIND)
                        + ": use the newer program that wrote it");
        }
    }

    private void makeDirectory(int head, JournalTarget target) {
        long parent = parent(head);
        String name = name();
        long id = newInode(head);
        if ((head & JournalFormat.SAME_PERMISSION) == 0) {
            before.directoryPermission = in.getSmall(JournalFormat.MAX_PERMISSION);
        }
        target.makeDirectory(parent, name, id, before.directoryPermission, time());
    }

    private void createFile(int head, boolean ofBlocks, JournalTarget target) {
        long parent = parent(head);
        JournalTarget.Place place = new JournalTarget.Place(parent, name());
        long id = newInode(head);
        if ((head & JournalFormat.SAME_PERMISSION) == 0) {
            before.filePermission = in.getSmall(JournalFormat.MAX_PERMISSION);
        }
        if ((head & JournalFormat.SAME_SHAPE) == 0) {
            before.replication = in.getSmall(JournalFormat.MAX_REPLICATION);
            before.blockSize = in.getNumber();
        }
        long time = time();
        List<JournalBlock> blocks = ofBlocks ? blocks() : Collections.emptyList();
        target.createFile(
                place,
                id,
                new JournalledFile(before.filePermission, time, before.replication, before.blockSize, blocks));
    }

    private List<JournalBlock> blocks() {
        int count = in.getSmall(JournalFormat.MAX_BLOCKS);
        List<JournalBlock> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            before.block += in.getSigned();
            before.generationStamp += in.getSigned();
            blocks.add(new JournalBlock(before.block, before.generationStamp, in.getNumber()));
        }
        return blocks;
    }

    private void rename(int head, JournalTarget target) {
        long from = parent(head);
        JournalTarget.Place source = new JournalTarget.Place(from, name());
        JournalTarget.Place destination = new JournalTarget.Place(from + in.getSigned(), name());
        target.rename(source, destination, time());
    }

    private long parent(int head) {
        if ((head & JournalFormat.SAME_PARENT) == 0) {
            before.parent += in.getSigned();
        }
        return before.parent;
    }

    private long newInode(int head) {
        before.inode += (head & JournalFormat.SAME_INODE) == 0 ? in.getSigned() : 1;
        return before.inode;
    }

    private long inode(int head) {
        if ((head & JournalFormat.SAME_INODE) == 0) {
            before.inode += in.getSigned();
        }
        return before.inode;
    }

    private String name() {
        return in.getText(JournalFormat.MAX_TEXT_BYTES);
    }

    private long time() {
        before.timeMillis += in.getSigned();
        return before.timeMillis;
    }
}
