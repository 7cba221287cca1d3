package dev.agenthost.context.upgrade;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.NextBuild;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests migrations of tables in use: those after the baseline, and how the next one is run. */
class MigrationsTest {
    private static final String NAME = "V2__transcript_by_role.sql";
    private static final String INDEX = """
            set statement_timeout = 0;
            set lock_timeout = 0;
            drop index concurrently if exists transcript_role;
            create index concurrently transcript_role on transcript (conversation, role);
            """;

    @TempDir
    Path folder;

    @Test
    void anIndexOfTheNextMigrationIsBuiltWhileTheTableIsInUse() throws Exception {
        try (Database database = new Database()) {
            SqlConnection writer = await(database.pool().getConnection());
            await(writer.query("begin").execute());
            await(writer.query(entry(1)).execute());
            NextBuild next = new NextBuild(folder).withConcurrent(NAME, INDEX);

            CompletableFuture<Integer> migration =
                    CompletableFuture.supplyAsync(() -> next.migrate(database.address()), task -> Thread.ofVirtual()
                            .start(task));
            await().until(() -> database.count("from pg_stat_progress_create_index") == 1 || migration.isDone());
            assertThat(migration).isNotDone();
            await(database.pool().query(entry(2)).execute());
            await(writer.query("commit").execute());
            await(writer.close());

            assertThat(migration.get()).isOne();
            assertThat(database.count(
                            "from pg_index where indexrelid = 'context.transcript_role'::regclass and indisvalid"))
                    .isEqualTo(1);
            assertThat(database.count("from context.transcript")).isEqualTo(2);
        }
    }

    @Test
    void anIndexThatAKilledMigrationLeftHalfBuiltIsBuiltAgain() {
        try (Database database = new Database()) {
            database.rows("create index transcript_role on context.transcript (seq)");

            new NextBuild(folder).withConcurrent(NAME, INDEX).migrate(database.address());

            assertThat(database.rows("select pg_get_indexdef('context.transcript_role'::regclass)"))
                    .extracting(row -> row.getString(0))
                    .allSatisfy(index -> assertThat(index).contains("(conversation, role)"));
        }
    }

    /** New tables are empty; an index on a table in use has a migration of its own, outside any transaction. */
    @Test
    void anIndexOnATableInUseIsBuiltConcurrentlyAndAlone() throws IOException {
        for (Path script : NextBuild.ours()) {
            if (!script.getFileName().toString().matches("V1_\\d+__.*|.*\\.conf")) {
                Path settings = script.resolveSibling(script.getFileName() + ".conf");
                assertBuiltConcurrentlyAndAlone(
                        Files.readString(script), Files.exists(settings) ? Files.readString(settings) : "");
            }
        }
    }

    @Test
    void theRuleOfIndexesRejectsABreach() {
        String outside = "executeInTransaction=false";
        assertBuiltConcurrentlyAndAlone(INDEX, outside);
        assertBuiltConcurrentlyAndAlone("create table a (b int);\ncreate index a_b on a (b);", "");
        for (List<String> fault : List.of(
                List.of("create index a_b on a (b);", ""),
                List.of("create unique index a_b on a (b);", ""),
                List.of(INDEX, ""),
                List.of(INDEX + "alter table transcript add column b int;", outside),
                List.of(INDEX + "update transcript set role = 'b';", outside))) {
            assertThatThrownBy(() -> assertBuiltConcurrentlyAndAlone(fault.getFirst(), fault.getLast()))
                    .isInstanceOf(AssertionError.class);
        }
    }

    private static void assertBuiltConcurrentlyAndAlone(String script, String settings) {
        String sql = script.toLowerCase(Locale.ROOT);
        for (String statement : sql.split(";")) {
            if (statement.contains("create index") || statement.contains("create unique index")) {
                String table = statement.replaceAll("(?s).*\\son\\s+(\\w+).*", "$1");
                boolean isNew = sql.contains("create table " + table + " ");
                assertThat(isNew || statement.contains("concurrently"))
                        .as(script)
                        .isTrue();
            }
        }
        if (sql.contains("concurrently")) {
            assertThat(settings).contains("executeInTransaction=false");
            assertThat(sql)
                    .doesNotContain("alter table")
                    .doesNotContain("create table")
                    .doesNotContain("update ");
        }
    }

    private static String entry(int seq) {
        return "insert into context.transcript (conversation, seq, transcript_id, event_id, role, content, artifact_refs, at, metadata)"
                + " values (1, " + seq + ", gen_random_uuid(), 'e', 'user', 'text', '[]', now(), '{}')";
    }
}
