package io.lambdafs.quota;

import io.lambdafs.fs.QuotaCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The rule by which several writers count against one limit without waiting for each other: the escrow method. Pure.
 *
 * <p>The count is the sum of shards. Each shard has an allowance, and a writer that holds one shard locked may add to it up to
 * the allowance. In a dimension of which no more than the limit is used, the allowances together are the limit; so no sum of uses
 * within them exceeds it. A shard whose allowance is used up needs a look at all shards, locked, which gives the room that is left
 * to all of them anew. What is taken away is room for the shard that it is taken from, until the next such look.
 *
 * <p>More than the limit may be used, because a limit may be set to less than what is used. The sum of allowances cannot tell
 * then whether there is room, since each shard may fall below its share while the sum is still too high. So the shards have no
 * allowance at all in that dimension, and every growth needs a look at all shards.
 */
final class Escrow {
    private Escrow() {}

    /** The shard after this change; empty if that needs a look at all shards. */
    static Optional<QuotaShard> alone(QuotaShard shard, QuotaCounts delta) {
        for (int dimension = 0; dimension < QuotaCounts.DIMENSIONS; dimension++) {
            if (delta.get(dimension) > 0 && !hasRoom(shard, delta, dimension)) {
                return Optional.empty();
            }
        }
        return Optional.of(shard.plus(delta));
    }

    private static boolean hasRoom(QuotaShard shard, QuotaCounts delta, int dimension) {
        long allowance = shard.allowance().get(dimension);
        if (allowance == QuotaShard.ANY || allowance == QuotaShard.NOTHING) {
            return allowance == QuotaShard.ANY;
        }
        return shard.use().get(dimension) <= allowance - delta.get(dimension);
    }

    /** The first dimension in which the limits leave no room for this change; empty if there is room in all. */
    static OptionalInt exceeded(QuotaCounts used, QuotaCounts limits, QuotaCounts delta) {
        for (int dimension = 0; dimension < QuotaCounts.DIMENSIONS; dimension++) {
            long limit = limits.get(dimension);
            long more = delta.get(dimension);
            if (limit >= 0 && more > 0 && used.get(dimension) > limit - more) {
                return OptionalInt.of(dimension);
            }
        }
        return OptionalInt.empty();
    }

    /** All shards with what the limits leave divided among them; the shards of a count whose limits are new, too. */
    static List<QuotaShard> divided(List<QuotaShard> shards, QuotaCounts limits) {
        QuotaCounts used = sum(shards);
        List<QuotaShard> divided = new ArrayList<>(shards.size());
        for (int index = 0; index < shards.size(); index++) {
            QuotaCounts use = shards.get(index).use();
            QuotaCounts allowance = QuotaCounts.ZERO;
            for (int dimension = 0; dimension < QuotaCounts.DIMENSIONS; dimension++) {
                long limit = limits.get(dimension);
                long room = limit - used.get(dimension);
                allowance = allowance.with(
                        dimension,
                        limit < 0
                                ? QuotaShard.ANY
                                : room < 0
                                        ? QuotaShard.NOTHING
                                        : use.get(dimension) + part(room, index, shards.size()));
            }
            divided.add(new QuotaShard(use, allowance));
        }
        return divided;
    }

    private static long part(long room, int index, int parts) {
        return room / parts + (index < room % parts ? 1 : 0);
    }

    static QuotaCounts sum(List<QuotaShard> shards) {
        QuotaCounts sum = QuotaCounts.ZERO;
        for (QuotaShard shard : shards) {
            sum = sum.plus(shard.use());
        }
        return sum;
    }
}
