package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.TableInvocation;
import io.lambdafs.store.rocks.operation.TableOperation;
import java.util.ArrayList;
import java.util.List;

/** A transaction of an engine in this process. */
final class LocalTransaction implements LinkedTransaction {
    private static final int MOST_GATHERED = 1_000;

    private final LocalLink link;
    private final long number;
    private List<TableInvocation<?, ?>> gathered = new ArrayList<>();

    LocalTransaction(LocalLink link, long number) {
        this.link = link;
        this.number = number;
    }

    @Override
    public <A> void later(TableOperation<A, Done> change, A argument) {
        gathered.add(new TableInvocation<>(change, argument));
    }

    @Override
    public boolean isFull() {
        return gathered.size() >= MOST_GATHERED;
    }

    @Override
    public <A, R> R ask(TableOperation<A, R> operation, A argument, boolean commit) {
        List<TableInvocation<?, ?>> changes = gathered;
        gathered = new ArrayList<>();
        return link.call(number, changes, new TableInvocation<>(operation, argument), commit);
    }

    @Override
    public void rollBack() {
        link.rollBack(number);
    }
}
