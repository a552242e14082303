package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * How values of a type are written for another process.
 *
 * <p>What is read may be anything. {@link #get} throws a {@link RuntimeException} of whatever kind if it is no such value, and
 * takes no more memory than the bytes that are left to read call for. {@link EngineMessages} translates the exception.
 */
public interface Codec<T> {
    void put(Encoder out, T value);

    T get(Decoder in);

    /** A codec of two functions. */
    static <T> Codec<T> of(BiConsumer<Encoder, T> put, Function<Decoder, T> get) {
        return new Codec<>() {
            @Override
            public void put(Encoder out, T value) {
                put.accept(out, value);
            }

            @Override
            public T get(Decoder in) {
                return get.apply(in);
            }
        };
    }

    /** Values of a type that holds one value of this codec's type. */
    default <O> Codec<O> as(Function<T, O> wrap, Function<O, T> unwrap) {
        return of((out, value) -> put(out, unwrap.apply(value)), in -> wrap.apply(get(in)));
    }

    /** Lists of such values. */
    default Codec<List<T>> list() {
        return of(
                (out, values) -> {
                    out.putInt(values.size());
                    for (T value : values) {
                        put(out, value);
                    }
                },
                in -> {
                    int count = in.getCount();
                    List<T> values = new ArrayList<>(Math.min(count, MOST_PRESIZED));
                    for (int i = 0; i < count; i++) {
                        values.add(get(in));
                    }
                    return values;
                });
    }

    /** Such a value or none. */
    default Codec<Optional<T>> optional() {
        return of(
                (out, value) -> {
                    out.putFlag(value.isPresent());
                    value.ifPresent(present -> put(out, present));
                },
                in -> in.getFlag() ? Optional.of(get(in)) : Optional.empty());
    }

    /** Lists begin with room for at most so many elements, however many they claim to have. */
    int MOST_PRESIZED = 1_000;
}
