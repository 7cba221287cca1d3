package dev.agenthost.delivery.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests migrations of tables that are in use. */
class MigrationsTest {
    private static final Path SCRIPTS = Path.of("src/main/resources/db/delivery");
    private static final String INDEX = "CREATE INDEX CONCURRENTLY sends_by_url ON delivery.sends (url);";

    @TempDir
    Path later;

    @Test
    void laterMigrationsBuildIndexesConcurrently() throws Exception {
        script("V2__index.sql", INDEX, true);
        try (DeliveryDatabase database = new DeliveryDatabase()) {
            SqlConnection writer = database.pool(1).getConnectionAndAwait();
            writer.query("BEGIN").executeAndAwait();
            writer.query("LOCK delivery.sends IN ROW EXCLUSIVE MODE").executeAndAwait();

            CompletableFuture<Void> migration = CompletableFuture.runAsync(
                    () -> database.migrate("db/delivery", "filesystem:" + later), Thread::startVirtualThread);
            await().until(() ->
                    database.number("SELECT count(*) FROM pg_stat_progress_create_index") == 1 || migration.isDone());
            assertThat(migration).isNotDone();
            database.store(DeliveredRun.toEventSurface(), "http://hooks.example/in", DeliveredRun.message("x"));
            writer.query("COMMIT").executeAndAwait();
            writer.closeAndAwait();
            migration.get();

            assertThat(database.number("SELECT count(*) FROM pg_index"
                            + " WHERE indexrelid = 'delivery.sends_by_url'::regclass AND indisvalid"))
                    .isEqualTo(1);
        }
    }

    @Test
    void anIndexOnATableThatIsInUseIsBuiltConcurrentlyAndAlone() throws IOException {
        assertThat(violations(SCRIPTS)).isEmpty();

        script("V2__locks.sql", "CREATE INDEX x ON sends (url);", false);
        script("V3__in_a_transaction.sql", INDEX, false);
        script("V4__with_others.sql", "ALTER TABLE sends ADD COLUMN x text; " + INDEX, true);
        script("V5__alone.sql", INDEX, true);
        script("V6__new_table.sql", "CREATE TABLE news (x text); CREATE INDEX news_x ON news (x);", false);
        assertThat(violations(later))
                .containsExactly("V2__locks.sql", "V3__in_a_transaction.sql", "V4__with_others.sql");
    }

    private void script(String name, String sql, boolean alone) throws IOException {
        Files.writeString(later.resolve(name), sql);
        if (alone) {
            Files.writeString(later.resolve(name + ".conf"), "executeInTransaction=false\n");
        }
    }

    /** Returns the migrations after the baseline that lock a table in use. New tables are empty and may be indexed at once. */
    private static List<String> violations(Path scripts) throws IOException {
        List<String> violations = new ArrayList<>();
        try (Stream<Path> all = Files.list(scripts).sorted()) {
            for (Path script : all.filter(MigrationsTest::isLater).toList()) {
                Path settings = script.resolveSibling(script.getFileName() + ".conf");
                boolean alone =
                        Files.exists(settings) && Files.readString(settings).contains("executeInTransaction=false");
                if (locks(Files.readString(script).toLowerCase(Locale.ROOT), alone)) {
                    violations.add(script.getFileName().toString());
                }
            }
        }
        return violations;
    }

    private static boolean isLater(Path script) {
        String name = script.getFileName().toString();
        return name.matches("V\\d+.*\\.sql") && !name.matches("V1_.*");
    }

    private static boolean locks(String sql, boolean alone) {
        if (sql.contains("concurrently")) {
            return !alone || Stream.of("alter table", "create table", "update ").anyMatch(sql::contains);
        }
        return Stream.of(sql.split(";"))
                .filter(statement -> statement.contains("create index") || statement.contains("create unique index"))
                .map(statement -> statement.replaceAll("(?s).*\\son\\s+(\\w+).*", "$1"))
                .anyMatch(table -> !sql.contains("create table " + table + " "));
    }
}
