package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replica of the build before that starts, or starts again, after one of this build: its functions and ours live side by side. */
class RollingUpgradeTest {
    private final DatabaseAddress at = PostgresTestDatabase.freshDatabase();
    private final Vertx vertx = Vertx.vertx();

    @TempDir
    Path before;

    private Pool pool;

    @BeforeEach
    void open() {
        pool = Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(at.reactiveUrl())
                        .setUser(at.user())
                        .setPassword(at.password()))
                .with(new PoolOptions().setMaxSize(4))
                .using(vertx)
                .build());
    }

    @AfterEach
    void close() {
        pool.closeAndAwait();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void whatTheBuildBeforeInstallsLeavesOurFunctionsAlone() throws Exception {
        migrations("db/runs").migrate();
        Map<String, String> ours = versioned();
        assertThat(ours.keySet())
                .contains("admit_v2", "mark_v2", "claim_v1", "steer_v1", "give_back_v1", "take_tokens_v1");

        assertThat(older().migrate().migrationsExecuted).isPositive();

        assertThat(functions().get("mark")).contains("of the build before");
        assertThat(versioned()).isEqualTo(ours);
        RunsReplica replica = new RunsReplica(pool);
        ClaimedRun run = TwoReplicas.claimed(
                replica, RunRequests.with("c", "x", TurnPolicy.SERIAL, RetryPolicy.NEVER, DeadlinePolicy.defaults()));
        assertThat(replica.store(run)).isTrue();
        assertThat(replica.mark(run.key(), 1)).isEmpty();
        // And ours starts again beside it.
        migrations("db/runs").migrate();
        assertThat(versioned()).isEqualTo(ours);
    }

    @Test
    void noFunctionIsCalledThatTheBuildBeforeCouldReplace() throws Exception {
        migrations("db/runs").migrate();
        assertThat(functions().keySet().stream().filter(name -> !name.matches(".*_v[0-9]+")))
                .as("functions without a version are those that the build before calls; a new one needs a version")
                .containsExactlyInAnyOrder("admit", "mark", "steer", "take_tokens");
        List<String> calls = new ArrayList<>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                for (String name : List.of("admit", "mark", "steer", "take_tokens")) {
                    if (text.contains("runs." + name + "(")) {
                        calls.add(file + " calls " + name);
                    }
                }
            }
        }
        assertThat(calls).isEmpty();
    }

    private Map<String, String> versioned() {
        Map<String, String> versioned = functions();
        versioned.keySet().removeIf(name -> !name.matches(".*_v[0-9]+"));
        return versioned;
    }

    private Map<String, String> functions() {
        Map<String, String> functions = new TreeMap<>();
        done(pool.query("SELECT p.proname, pg_get_functiondef(p.oid) AS text FROM pg_proc p"
                                + " WHERE p.pronamespace = 'runs'::regnamespace")
                        .execute())
                .forEach(row -> functions.put(row.getString("proname"), row.getString("text")));
        return functions;
    }

    /** The migrations of the build before: without the newest, and with functions that read otherwise. */
    private Flyway older() throws IOException {
        for (MigrationInfo migration : migrations("db/runs").info().all()) {
            boolean repeatable = migration.getVersion() == null;
            if (!migration.getScript().endsWith(".sql")) {
                continue;
            }
            if (repeatable || migration.getVersion().getMajor().intValue() <= 10) {
                String text = text("db/runs/" + migration.getScript());
                Files.writeString(
                        before.resolve(migration.getScript()),
                        repeatable ? text.replace("\nBEGIN\n", "\nBEGIN\n    -- of the build before\n") : text);
            }
        }
        return migrations("filesystem:" + before);
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = RollingUpgradeTest.class.getClassLoader().getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Flyway migrations(String location) {
        return Flyway.configure()
                .dataSource(at.jdbcUrl(), at.user(), at.password())
                .schemas("runs")
                .locations(location)
                .load();
    }
}
