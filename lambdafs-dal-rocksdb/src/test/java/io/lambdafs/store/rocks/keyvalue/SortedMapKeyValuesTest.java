package io.lambdafs.store.rocks.keyvalue;

final class SortedMapKeyValuesTest extends KeyValuesContract {
    @Override
    KeyValues open() {
        return new SortedMapKeyValues();
    }
}
