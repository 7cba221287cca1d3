package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.Database;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests migrations of tables in use. */
class MigrationsTest {
    /** The last migration before the rule. */
    private static final int BEFORE_THE_RULE = 9;

    private static final Path SCRIPTS = Path.of("src/main/resources/db/migration");

    @Test
    void nobodyWaitsForAnIndexThatIsBuiltLater() throws Exception {
        try (Database database = new Database("9")) {
            SqlConnection writer = await(database.pool().getConnection());
            await(writer.query("begin").execute());
            await(writer.query(entry(1)).execute());

            CompletableFuture<Void> migration =
                    CompletableFuture.runAsync(database::migrate, Thread::startVirtualThread);
            await().until(() -> database.count("from pg_stat_progress_create_index") == 1 || migration.isDone());
            assertThat(migration).isNotDone();
            await(database.pool().query(entry(2)).execute());
            await(writer.query("commit").execute());
            await(writer.close());
            migration.get();

            assertThat(database.count(
                            "from pg_index where indexrelid = 'context.transcript_undated'::regclass and indisvalid"))
                    .isEqualTo(1);
            assertThat(database.count("from context.transcript")).isEqualTo(2);
        }
    }

    @Test
    void stateThatWasKeptByIdAloneIsFoundByTypeAndId() {
        try (Database database = new Database("34")) {
            for (String row : List.of("'actor', 'a/1'", "'subject', 'm1'", "'conversation', 'c1/'", "'runner', ''")) {
                await(database.pool()
                        .query(
                                "insert into context.state (workspace_id, bot_id, binding_id, runner_id, scope, subject, name,"
                                        + " value, etag) values ('w', 'b', 'b1', 'r', " + row + ", 'n', '1', 'e')")
                        .execute());
            }

            database.migrate();

            assertThat(database.rows("select subject from context.state"))
                    .extracting(row -> row.getString(0))
                    .containsExactlyInAnyOrder("user/a%2F1", "message/m1", "c1/", "");
        }
    }

    @Test
    void whatAKillLeftHalfBuiltIsBuiltAnew() {
        try (Database database = new Database("9")) {
            await(database.pool()
                    .query("create index transcript_undated on context.transcript (seq)")
                    .execute());

            database.migrate();

            assertThat(database.rows("select pg_get_indexdef('context.transcript_undated'::regclass)"))
                    .extracting(row -> row.getString(0))
                    .allSatisfy(said -> assertThat(said).contains("(conversation, seq) WHERE (logged_at IS NULL)"));
        }
    }

    /** New tables are empty; an index on a table in use has a migration of its own, outside any transaction. */
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
            String sql = Files.readString(script).toLowerCase(java.util.Locale.ROOT);
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
                assertThat(sql)
                        .doesNotContain("alter table")
                        .doesNotContain("create table")
                        .doesNotContain("update ");
            }
        }
    }

    private static int number(Path script) {
        return Integer.parseInt(script.getFileName().toString().replaceAll("V(\\d+)__.*", "$1"));
    }

    private static String entry(int seq) {
        return "insert into context.transcript (conversation, seq, transcript_id, event_id, role, content, artifact_refs, at, metadata)"
                + " values (1, " + seq + ", gen_random_uuid(), 'e', 'user', 'said', '[]', now(), '{}')";
    }
}
