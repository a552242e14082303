package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbOperationConst;

/** How a row is read. */
public enum ReadLock {
    /** The last committed value, or this transaction's own. */
    NONE(NdbOperationConst.LockMode.LM_CommittedRead, false),
    SHARED(NdbOperationConst.LockMode.LM_Read, false),
    EXCLUSIVE(NdbOperationConst.LockMode.LM_Exclusive, false),
    /** As SHARED; if another transaction is in the way, the row counts as taken. */
    SHARED_NOW(NdbOperationConst.LockMode.LM_Read, true),
    /** As EXCLUSIVE; if another transaction is in the way, the row counts as taken. */
    EXCLUSIVE_NOW(NdbOperationConst.LockMode.LM_Exclusive, true);

    private final int mode;
    private final boolean now;

    ReadLock(int mode, boolean now) {
        this.mode = mode;
        this.now = now;
    }

    int mode() {
        return mode;
    }

    boolean withoutWaiting() {
        return now;
    }
}
