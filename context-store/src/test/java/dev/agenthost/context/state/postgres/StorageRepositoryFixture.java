package dev.agenthost.context.state.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.state.StorageCondition;
import dev.agenthost.context.state.StorageKey;
import dev.agenthost.context.state.StorageQuota;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.StorageWrite;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.state.StorageKind;
import dev.agenthost.protocol.store.state.StorageOwner;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A database, and values of one owner for tests. */
abstract class StorageRepositoryFixture {
    static final StorageWrite CHANGED = new StorageWrite.Written(true);
    static final StorageWrite UNCHANGED = new StorageWrite.Written(false);
    static final StorageWrite FENCED = new StorageWrite.Fenced();
    static final StorageWrite STALE = new StorageWrite.Stale();
    static final StorageWrite TOO_MANY_BYTES = new StorageWrite.TooManyBytes();
    static final StorageQuota QUOTA = new StorageQuota(100, 4);
    static Database database;
    static StorageRepository store;
    static PostgresRunStartRepository starts;
    final UUID run = UUID.randomUUID();
    final StorageOwner owner = new StorageOwner(StorageKind.PLUGIN, "acme/" + run);

    @BeforeAll
    static void start() {
        database = new Database();
        store = new PostgresStorageRepository(database.pool(), QUOTA);
        starts = new PostgresRunStartRepository(database.pool());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    void open(int attempt) {
        assertThat(await(starts.open(new RunContextQuestion(
                        "w", new RunId(run), attempt, new EventId(run), "bot", "c", null, List.of()))))
                .isInstanceOf(RunStart.Opened.class);
    }

    WriteClaim claim(int attempt, String operation) {
        return new WriteClaim("w", run, attempt, operation);
    }

    StorageKey key(String key) {
        return new StorageKey("w", owner, key);
    }

    /** Expects the stored value. */
    StorageCondition unchanged(String key) {
        return new StorageCondition.Unchanged(
                await(store.get(key(key))).orElseThrow().etag());
    }

    Optional<Integer> size(String key) {
        return await(store.get(key(key))).map(value -> value.bytes().length);
    }

    /** Returns the counters of the owner's row, which must equal the stored values. */
    String used() {
        String where = " from context.storage_owners o where o.plugin = '" + owner.plugin() + "'";
        String counted = database.rows("select o.used_bytes || '/' || o.keys" + where)
                .getFirst()
                .getString(0);
        assertThat(database.rows("select (select coalesce(sum(octet_length(s.value)), 0) || '/' || count(*)"
                                + " from context.storage s where s.owner = o.id)" + where)
                        .getFirst()
                        .getString(0))
                .isEqualTo(counted);
        return counted;
    }

    static byte[] bytes(int size) {
        return new byte[size];
    }

    static List<StorageWrite> all(Stream<Uni<StorageWrite>> writes) {
        return await(Uni.join().all(writes.toList()).andFailFast());
    }
}
