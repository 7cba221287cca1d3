package dev.agenthost.delivery.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests migrations of tables that are in use. */
class MigrationsTest {
    /** Migrations older than the rule. */
    private static final int BEFORE_THE_RULE = 3;

    private static final Path SCRIPTS = Path.of("src/main/resources/db/delivery");

    @Test
    void whereTheIndexIsThereNothingIsToBeDone() {
        try (DeliveryDatabase database = new DeliveryDatabase("3")) {
            long before = index(database);

            database.migrate("4");

            assertThat(index(database)).isEqualTo(before);
        }
    }

    @Test
    void nobodyWaitsForAnIndexThatIsBuiltLater() throws Exception {
        try (DeliveryDatabase database = new DeliveryDatabase("3")) {
            database.sql("DROP INDEX delivery.sends_claimed");
            // A column of a later schema, which today's code writes.
            database.sql("ALTER TABLE delivery.runs ADD COLUMN IF NOT EXISTS enclosed jsonb");
            SqlConnection writer = database.pool(1).getConnectionAndAwait();
            writer.query("BEGIN").executeAndAwait();
            writer.query("UPDATE delivery.sends SET attempts = 0").executeAndAwait();
            writer.query("LOCK delivery.sends IN ROW EXCLUSIVE MODE").executeAndAwait();

            CompletableFuture<Void> migration =
                    CompletableFuture.runAsync(() -> database.migrate("4"), Thread::startVirtualThread);
            await().until(() ->
                    database.number("SELECT count(*) FROM pg_stat_progress_create_index") == 1 || migration.isDone());
            assertThat(migration).isNotDone();
            database.store(DeliveredRun.answeredWhereItCameFrom(), "http://hooks.example/in", DeliveredRun.said("x"));
            writer.query("COMMIT").executeAndAwait();
            writer.closeAndAwait();
            migration.get();

            assertThat(isValid(database)).isEqualTo(1);
        }
    }

    @Test
    void whatAKillLeftHalfBuiltIsBuiltAnew() {
        try (DeliveryDatabase database = new DeliveryDatabase("3")) {
            long half = index(database);
            database.sql(
                    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'delivery.sends_claimed'::regclass");

            database.migrate("4");

            assertThat(isValid(database)).isEqualTo(1);
            assertThat(index(database)).isNotEqualTo(half);
        }
    }

    /** New tables are empty; on those that are in use an index has a migration of its own, outside any transaction. */
    @Test
    void anIndexOnATableThatIsInUseIsBuiltConcurrentlyAndAlone() throws IOException {
        List<Path> scripts;
        try (Stream<Path> all = Files.list(SCRIPTS)) {
            scripts = all.filter(script -> script.getFileName().toString().matches("V\\d+__.*\\.sql"))
                    .filter(script -> number(script) > BEFORE_THE_RULE)
                    .toList();
        }
        assertThat(scripts).isNotEmpty();
        for (Path script : scripts) {
            String sql = Files.readString(script).toLowerCase(Locale.ROOT);
            for (String statement : sql.split(";")) {
                if (statement.contains("create index") || statement.contains("create unique index")) {
                    String table = statement.replaceAll("(?s).*\\son\\s+(\\w+).*", "$1");
                    boolean made = sql.contains("create table " + table + " ");
                    assertThat(made || statement.contains("concurrently"))
                            .as(script.toString())
                            .isTrue();
                }
            }
            if (sql.contains("concurrently")) {
                assertThat(Files.readString(Path.of(script + ".conf"))).contains("executeInTransaction=false");
                assertThat(sql).doesNotContain("alter table", "create table", "update ");
            }
        }
    }

    private static int number(Path script) {
        return Integer.parseInt(script.getFileName().toString().replaceAll("V(\\d+)__.*", "$1"));
    }

    private static long index(DeliveryDatabase database) {
        return database.number("SELECT 'delivery.sends_claimed'::regclass::oid::bigint");
    }

    private static long isValid(DeliveryDatabase database) {
        return database.number(
                "SELECT count(*) FROM pg_index WHERE indexrelid = 'delivery.sends_claimed'::regclass AND indisvalid");
    }
}
