package dev.agenthost.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.platform.rest.VersionedSettings;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests versioned objects and settings on a real PostgreSQL. */
class PostgresVersionedRepositoryTest {
    private static final ExpectedVersion ANY = new ExpectedVersion.Any();
    private static final VersionedTable<Thing> TABLE = VersionedTable.ofDocuments(
            "things",
            "thing",
            "thing_id",
            true,
            thing -> new Document(thing.text()),
            (document, id, workspaceId, version) -> new Thing(
                    workspaceId,
                    id,
                    ProtocolCodec.decode(document, Document.class).text(),
                    version),
            List.of(new VersionedTable.Column<>("size", thing -> thing.text().length())));

    private static Vertx vertx;
    private static Pool pool;

    private final List<AuditEntry> committed = new ArrayList<>();
    private final Journal journal = new Journal();
    private final PostgresVersionedRepository<Thing> things =
            new PostgresVersionedRepository<>(pool, TABLE, journal, new NothingLong());

    @BeforeAll
    static void open() {
        DatabaseAddress at = PostgresTestDatabase.freshDatabase();
        vertx = Vertx.vertx();
        pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(at.reactiveUrl())
                        .setUser(at.user())
                        .setPassword(at.password()))
                .with(new PoolOptions().setMaxSize(8))
                .using(vertx)
                .build());
        sql("""
                CREATE TABLE things (workspace_id text, thing_id text COLLATE "C", version integer NOT NULL,
                    document jsonb NOT NULL, size integer NOT NULL, PRIMARY KEY (workspace_id, thing_id))""");
        sql("CREATE TABLE entries (action text NOT NULL, resource text NOT NULL, scope text NOT NULL)");
        sql("CREATE TABLE settings (workspace_id text PRIMARY KEY, version integer NOT NULL, days integer)");
    }

    @AfterAll
    static void close() {
        pool.closeAndAwait();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @BeforeEach
    void empty() {
        sql("TRUNCATE things, entries, settings");
    }

    @Test
    void eachChangeRaisesTheVersionAndIsInTheAuditUnderIt() {
        assertThat(create("w", "a", "one")).isEqualTo(new WriteOutcome.Done<>(new Thing("w", "a", "one", 1), true));
        assertThat(replace("w", "a", "two", new ExpectedVersion.Exactly(1)))
                .isEqualTo(new WriteOutcome.Done<>(new Thing("w", "a", "two", 2), false));
        assertThat(await(things.find("w", "a"))).contains(new Thing("w", "a", "two", 2));
        assertThat(await(things.delete("w", "a", new ExpectedVersion.Exactly(2), change())))
                .isEqualTo(new WriteOutcome.Done<>(new Thing("w", "a", "two", 2), false));

        assertThat(await(things.find("w", "a"))).isEmpty();
        assertThat(entries())
                .containsExactly(
                        "thing.create thing/a version 1",
                        "thing.update thing/a version 2",
                        "thing.delete thing/a version 2");
        assertThat(committed).extracting(AuditEntry::actor).containsExactly("key", "key", "key");
    }

    @Test
    void whatIsNotAsExpectedStaysAsItIs() {
        create("w", "a", "one");

        assertThat(create("w", "a", "two")).isEqualTo(new WriteOutcome.Exists<>());
        assertThat(replace("w", "a", "two", new ExpectedVersion.Exactly(2))).isEqualTo(new WriteOutcome.Stale<>(1));
        assertThat(replace("w", "b", "two", ANY)).isEqualTo(new WriteOutcome.Missing<>());
        assertThat(replace("other", "a", "two", ANY)).isEqualTo(new WriteOutcome.Missing<>());
        assertThat(await(things.delete("w", "a", new ExpectedVersion.Exactly(2), change())))
                .isEqualTo(new WriteOutcome.Stale<>(1));
        assertThat(replace("w", "a", "long", ANY)).isInstanceOf(WriteOutcome.Refused.class);
        assertThat(await(things.delete("w", "a", ANY, change()))).isInstanceOf(WriteOutcome.Done.class);
        assertThat(create("w", "c", "long")).isInstanceOf(WriteOutcome.Refused.class);

        assertThat(entries()).containsExactly("thing.create thing/a version 1", "thing.delete thing/a version 1");
        assertThat(committed).hasSize(2);
    }

    @Test
    void aChangeWithoutItsAuditEntryIsNotMade() {
        create("w", "a", "one");
        journal.failing = true;

        assertThatThrownBy(() -> replace("w", "a", "two", ANY)).hasMessageContaining("no entry");
        assertThatThrownBy(() -> create("w", "b", "two")).hasMessageContaining("no entry");

        assertThat(await(things.page("w", null, 10))).containsExactly(new Thing("w", "a", "one", 1));
        assertThat(committed).hasSize(1);
    }

    @Test
    void ofManyAtOnceOneIsMade() {
        List<WriteOutcome<Thing>> created = atOnce(n -> things.create(new Thing("w", "a", "n" + n, 1), change()));
        assertThat(created).filteredOn(WriteOutcome.Done.class::isInstance).hasSize(1);
        assertThat(created).filteredOn(WriteOutcome.Exists.class::isInstance).hasSize(7);

        List<WriteOutcome<Thing>> replaced =
                atOnce(n -> things.replace(new Thing("w", "a", "r" + n, 1), new ExpectedVersion.Exactly(1), change()));
        assertThat(replaced).filteredOn(WriteOutcome.Done.class::isInstance).hasSize(1);
        assertThat(replaced)
                .filteredOn(new WriteOutcome.Stale<Thing>(2)::equals)
                .hasSize(7);
        assertThat(entries()).hasSize(2);
    }

    @Test
    void pagesFollowTheIdsOfTheWorkspace() {
        List.of("b", "a", "C", "d").forEach(id -> create("w", id, "x"));
        create("other", "c", "x");

        assertThat(await(things.page("w", null, 3))).extracting(Thing::id).containsExactly("C", "a", "b");
        assertThat(await(things.page("w", "b", 3))).extracting(Thing::id).containsExactly("d");
        assertThat(await(things.findAll("w", List.of("d", "c", "a"))))
                .extracting(Thing::id)
                .containsExactlyInAnyOrder("a", "d");
    }

    @Test
    void equalSettingsAreNoChange() {
        assertThat(put(3, new ExpectedVersion.Exactly(1))).isEqualTo(new WriteOutcome.Stale<>(0));
        assertThat(put(3, new ExpectedVersion.Exactly(0))).isEqualTo(new WriteOutcome.Done<>(new Days(3, 1), true));
        assertThat(put(3, new ExpectedVersion.Exactly(1))).isEqualTo(new WriteOutcome.Done<>(new Days(3, 1), false));
        assertThat(put(null, ANY)).isEqualTo(new WriteOutcome.Done<>(new Days(null, 2), false));
        assertThat(put(4, new ExpectedVersion.Exactly(1))).isEqualTo(new WriteOutcome.Stale<>(2));
        assertThat(await(DAYS.find(pool, "w"))).isEqualTo(new Days(null, 2));
        assertThat(await(DAYS.find(pool, "other"))).isEqualTo(new Days(null, 0));
        assertThat(entries()).hasSize(2);
    }

    @Test
    void ofManyFirstSettingsAtOnceOneIsMade() {
        List<WriteOutcome<Days>> outcomes = atOnce(n -> written(n, new ExpectedVersion.Exactly(0)));

        assertThat(outcomes).filteredOn(WriteOutcome.Done.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(WriteOutcome.Stale.class::isInstance).hasSize(7);
        assertThat(entries()).hasSize(1);
    }

    private static final SettingsTable<Days> DAYS = new SettingsTable<>(
            "settings",
            new Days(null, 0),
            List.of(new VersionedTable.Column<>("days", Days::days)),
            row -> new Days(row.getInteger("days"), row.getInteger("version")));

    private static WriteOutcome<Days> put(@Nullable Integer days, ExpectedVersion expected) {
        return await(written(days, expected));
    }

    private static Uni<WriteOutcome<Days>> written(@Nullable Integer days, ExpectedVersion expected) {
        return pool.withTransaction(
                transaction -> DAYS.put(transaction, "w", new Days(days, 0), expected, written -> written.query(
                                "insert into entries values ('settings', 'w', '')")
                        .execute()));
    }

    private WriteOutcome<Thing> create(String workspace, String id, String text) {
        return await(things.create(new Thing(workspace, id, text, 1), change()));
    }

    private WriteOutcome<Thing> replace(String workspace, String id, String text, ExpectedVersion expected) {
        return await(things.replace(new Thing(workspace, id, text, 1), expected, change()));
    }

    private static ChangeContext change() {
        return new ChangeContext("id", "key", Instant.EPOCH);
    }

    private static <T> List<T> atOnce(IntFunction<Uni<T>> write) {
        return await(
                Uni.join().all(IntStream.range(0, 8).mapToObj(write).toList()).andFailFast());
    }

    private static List<String> entries() {
        List<String> entries = new ArrayList<>();
        await(pool.query("select action || ' ' || resource || ' ' || scope from entries")
                        .execute())
                .forEach(row -> entries.add(row.getString(0)));
        return entries;
    }

    private static void sql(String statement) {
        await(pool.query(statement).execute());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(30));
    }

    record Document(String text) {}

    record Thing(String workspaceId, String id, String text, int version) implements VersionedItem<Thing> {
        @Override
        public Thing withVersion(int newVersion) {
            return new Thing(workspaceId, id, text, newVersion);
        }
    }

    record Days(@Nullable Integer days, int version) implements VersionedSettings<Days> {
        @Override
        public Days withVersion(int newVersion) {
            return new Days(days, newVersion);
        }
    }

    private record TooLong() implements WriteRefusal {
        @Override
        public FailureCode code() {
            return FailureCode.CONFLICT;
        }

        @Override
        public String detail() {
            return "It is too long.";
        }
    }

    private static final class NothingLong implements ChangeSteps<Thing> {
        @Override
        public Uni<Optional<WriteRefusal>> beforeWrite(SqlConnection transaction, @Nullable Thing before, Thing after) {
            return Uni.createFrom().item(after.text().equals("long") ? Optional.of(new TooLong()) : Optional.empty());
        }
    }

    private final class Journal implements ChangeJournal {
        private boolean failing;

        @Override
        public String service() {
            return "test";
        }

        @Override
        public Uni<Void> record(SqlConnection transaction, AuditEntry entry) {
            return failing
                    ? Uni.createFrom().failure(new IllegalStateException("no entry"))
                    : transaction
                            .preparedQuery("insert into entries values ($1, $2, $3)")
                            .execute(Tuple.of(entry.action(), entry.resource(), entry.scope()))
                            .replaceWithVoid();
        }

        @Override
        public void committed(AuditEntry entry) {
            committed.add(entry);
        }
    }
}
