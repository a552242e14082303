package io.lambdafs.store.rocks.volume;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A client of a volume: one transaction after the other, with what it has cached kept from one to the next. */
final class VolumeClient {
    private static final int OBJECTS = 3;
    private static final int BLOCKS = 3;
    private static final int FIELDS = 2;
    private static final List<CacheUpdate> UPDATES = List.of(CacheUpdate.values());
    private static final List<ByteString> NAMES = List.of(ByteString.of("a"), ByteString.of("ab"), ByteString.of("b"));

    private final VolumeSimulation system;
    private final Random random;
    private final Map<Item, Version> cache = new HashMap<>();
    private final List<Assertion> assertions = new ArrayList<>();
    private long position;
    private long own;
    private long timestamp;
    private int readsLeft;
    private int wasSent;
    private State state = State.IDLE;
    private @Nullable VolumeCommit commit;
    /** Answers to earlier questions come too late. */
    private long question;

    private boolean stopping;

    private enum State {
        IDLE,
        READING,
        COMMITTING,
        WAITING
    }

    VolumeClient(VolumeSimulation system, Random random) {
        this.system = system;
        this.random = random;
    }

    void stop() {
        stopping = true;
    }

    boolean isIdle() {
        return stopping && state == State.IDLE && commit == null;
    }

    void act() {
        switch (state) {
            case IDLE -> {
                if (!stopping) {
                    begin();
                }
            }
            case READING -> {
                if (readsLeft-- > 0) {
                    read();
                } else {
                    prepareCommit();
                }
            }
            case COMMITTING -> commit();
            case WAITING -> {
                // An answer may have been lost. Only what may be asked twice is asked again.
                if (commit != null && random.nextInt(10) == 0) {
                    commit();
                }
            }
        }
    }

    /** No answer comes any more to what was asked before. */
    void engineCrashed() {
        question++;
        state = commit == null ? State.IDLE : State.COMMITTING;
    }

    private void begin() {
        long expected = system.lastAcknowledged();
        CacheUpdate update = UPDATES.get(random.nextInt(UPDATES.size()));
        long asked = ask();
        system.submit(
                new BeginWork(system.volume(), position, own, update, system.rules()),
                begun -> {
                    if (asked == question) {
                        assertThat(begun.timestamp())
                                .as("a transaction sees what was acknowledged before it")
                                .isGreaterThanOrEqualTo(expected);
                        begun(begun, update);
                    }
                },
                why -> failed(asked, why));
    }

    private void begun(Begun begun, CacheUpdate update) {
        if (!begun.isKnown() || update == CacheUpdate.LAZY) {
            // A cache that is told nothing asks for each object; this one forgets instead.
            cache.clear();
        }
        begun.changed().forEach(cache::remove);
        cache.putAll(begun.values());
        timestamp = begun.timestamp();
        position = timestamp;
        own = 0;
        assertions.clear();
        readsLeft = 1 + random.nextInt(4);
        state = State.READING;
    }

    private Item anyItem() {
        long object = 1L + random.nextInt(OBJECTS);
        return switch (random.nextInt(4)) {
            case 0 -> Item.field(object, random.nextInt(FIELDS));
            case 1 -> Item.length(object);
            case 2 -> Item.entry(object, NAMES.get(random.nextInt(NAMES.size())));
            default -> Item.block(object, random.nextInt(BLOCKS));
        };
    }

    private void read() {
        if (random.nextInt(6) == 0) {
            list();
            return;
        }
        Item item = anyItem();
        Version cached = cache.get(item);
        if (cached != null) {
            seen(item, cached);
            return;
        }
        long asked = ask();
        system.submit(
                new FetchWork(system.volume(), timestamp, List.of(item)),
                versions -> {
                    if (asked == question) {
                        cache.put(item, versions.get(0));
                        seen(item, versions.get(0));
                        state = State.READING;
                    }
                },
                why -> failed(asked, why));
    }

    private void seen(Item item, Version version) {
        system.read(timestamp, item, version);
        if (item.kind() == Item.Kind.LENGTH) {
            long length = VolumeModel.number(version);
            assertions.add(
                    random.nextBoolean()
                            ? new Assertion.LengthIs(item.object(), length)
                            : new Assertion.LengthAtLeast(item.object(), length));
        } else {
            assertions.add(new Assertion.Unchanged(item, version.commit()));
        }
    }

    private void list() {
        long object = 1L + random.nextInt(OBJECTS);
        long asked = ask();
        Item members = Item.members(object);
        system.submit(
                rows -> {
                    List<Listing.Entry> all = new ArrayList<>();
                    Optional<ByteString> next = Optional.of(ByteString.EMPTY);
                    while (next.isPresent()) {
                        Listing page = new EntriesWork(system.volume(), timestamp, object, next.get(), 2).run(rows);
                        all.addAll(page.entries());
                        next = page.next();
                    }
                    Version version = new FetchWork(system.volume(), timestamp, List.of(members))
                            .run(rows)
                            .get(0);
                    return Map.entry(all, version);
                },
                found -> {
                    if (asked == question) {
                        system.listed(timestamp, object, found.getKey());
                        assertions.add(new Assertion.Unchanged(
                                members, found.getValue().commit()));
                        state = State.READING;
                    }
                },
                why -> failed(asked, why));
    }

    private void prepareCommit() {
        if (random.nextInt(3) == 0) {
            // It has only read, so it is done.
            state = State.IDLE;
            return;
        }
        List<Write> writes = new ArrayList<>();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            writes.add(anyWrite());
        }
        commit = new VolumeCommit(new UUID(random.nextLong(), random.nextLong()), timestamp, assertions, writes);
        state = State.COMMITTING;
        wasSent = 0;
    }

    private Write anyWrite() {
        Item item = anyItem();
        ByteString value = ByteString.owning(new byte[] {(byte) random.nextInt(4), (byte) random.nextInt(2)});
        return switch (item.kind()) {
            case FIELD, ENTRY, MEMBERS -> random.nextInt(3) == 0 ? new Write.Remove(item) : new Write.Put(item, value);
            case LENGTH -> {
                long length = random.nextInt(BLOCKS * VolumeSimulation.BLOCK);
                yield random.nextBoolean()
                        ? new Write.Extend(item.object(), length)
                        : new Write.Truncate(item.object(), length);
            }
            case BLOCK ->
                new Write.WriteBlock(
                        item.object(), item.index(), random.nextInt(VolumeSimulation.BLOCK - value.length()), value);
        };
    }

    private void commit() {
        VolumeCommit mine = requireNonNull(commit);
        wasSent++;
        boolean lost = random.nextInt(5) == 0;
        long asked = ask();
        system.submit(
                new CommitWork(system.volume(), mine, system.rules()),
                outcome -> {
                    if (!lost && asked == question) {
                        done(mine, outcome);
                    }
                },
                why -> failed(asked, why));
    }

    private void done(VolumeCommit mine, CommitOutcome outcome) {
        system.committed(mine, outcome);
        if (outcome instanceof CommitOutcome.Committed committed) {
            own = committed.number();
            mine.writes().forEach(write -> keep(write, committed.number()));
        }
        commit = null;
        state = State.IDLE;
    }

    /** After this, the cache has nothing of what the transaction wrote, or the right thing. */
    private void keep(Write write, long number) {
        if (write instanceof Write.Put put) {
            cache.put(put.item(), new Version(number, Optional.of(put.value())));
            cache.remove(Item.members(put.item().object()));
        } else if (write instanceof Write.Remove remove) {
            cache.put(remove.item(), Version.NONE);
            cache.remove(Item.members(remove.item().object()));
        } else if (write instanceof Write.WriteBlock part) {
            cache.remove(Item.block(part.object(), part.index()));
        } else if (write instanceof Write.Extend extend) {
            cache.remove(Item.length(extend.object()));
        } else if (write instanceof Write.Truncate cut) {
            cache.keySet().removeIf(item -> item.object() == cut.object() && item.kind() != Item.Kind.FIELD);
        }
    }

    private long ask() {
        state = State.WAITING;
        return ++question;
    }

    private void failed(long asked, StoreException why) {
        if (asked != question) {
            return;
        }
        if (why.kind() == Kind.EXPIRED) {
            if (commit != null && wasSent > 1) {
                system.cannotKnow();
            }
            system.tooOld();
            commit = null;
            state = State.IDLE;
        } else {
            assertThat(why.kind()).as("%s", why.getMessage()).isEqualTo(Kind.UNAVAILABLE);
            state = commit == null ? State.IDLE : State.COMMITTING;
        }
    }
}
