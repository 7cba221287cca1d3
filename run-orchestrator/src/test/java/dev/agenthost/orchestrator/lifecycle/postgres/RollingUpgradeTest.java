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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a function changes by a new version: replicas of this build and of the next work on one database. */
class RollingUpgradeTest {
    private static final Path SCRIPTS = Path.of("src/main/resources/db/runs");
    private static final Pattern CALL = Pattern.compile("\\b(?:SELECT|FROM|FUNCTION)\\s+runs\\.(\\w+)\\(");
    private static final Pattern INNER_CALL = Pattern.compile("\\bruns\\.(\\w+)\\(");

    private final DatabaseAddress at = PostgresTestDatabase.freshDatabase();
    private final Vertx vertx = Vertx.vertx();

    @TempDir
    Path next;

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
    void theNextBuildKeepsTheFunctionsOfThisBuild() throws Exception {
        migrations("db/runs").migrate();
        Map<String, String> current = functions();

        nextBuild().migrate();

        assertThat(functions()).containsAllEntriesOf(current).containsKey("return_steering_v2");
        aRunIsAdmittedClaimedAndMarked();
        // A replica of this build that starts again knows nothing of the newer migration, and changes nothing.
        assertThat(migrations("db/runs").migrate().migrationsExecuted).isZero();
        assertThat(functions()).containsAllEntriesOf(current);
        aRunIsAdmittedClaimedAndMarked();
    }

    @Test
    void everyFunctionHasAVersionAndACaller() throws Exception {
        migrations("db/runs").migrate();
        Map<String, String> functions = functions();
        assertThat(functions.keySet()).isNotEmpty().allMatch(name -> name.matches(".*_v[0-9]+"));

        Set<String> called = new TreeSet<>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                find(CALL, Files.readString(file), called);
            }
        }
        assertThat(called).as("called and created by no migration").isSubsetOf(functions.keySet());
        functions.forEach((name, text) -> find(INNER_CALL, text.substring(text.indexOf("AS $")), called));
        done(pool.query(
                                "SELECT p.proname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal")
                        .execute())
                .forEach(row -> called.add(row.getString("proname")));
        assertThat(functions.keySet().stream().filter(name -> !called.contains(name) && !called.contains(next(name))))
                .as("neither called nor the version before of one that is")
                .isEmpty();
    }

    @Test
    void noMigrationReplacesAFunction() throws Exception {
        try (var scripts = Files.list(SCRIPTS)) {
            for (Path script : scripts.toList()) {
                assertThat(script.getFileName().toString()).startsWith("V").endsWith(".sql");
                assertThat(Files.readString(script)).doesNotContainIgnoringCase("or replace");
            }
        }
    }

    private void aRunIsAdmittedClaimedAndMarked() {
        RunsReplica replica = new RunsReplica(pool);
        ClaimedRun run = TwoReplicas.claimed(
                replica, RunRequests.with("c", "x", TurnPolicy.SERIAL, RetryPolicy.NEVER, DeadlinePolicy.defaults()));
        assertThat(replica.store(run)).isTrue();
        assertThat(replica.mark(run.key(), 1)).isEmpty();
    }

    /** The migrations of this build and one more, which creates a next version as the rule says. */
    private Flyway nextBuild() throws IOException {
        String steering = Files.readString(SCRIPTS.resolve("V1_5__steering.sql"));
        Files.writeString(
                next.resolve("V2__give_back.sql"),
                "ALTER TABLE runs.steering ADD COLUMN reason text NOT NULL DEFAULT '';\n"
                        + steering.substring(steering.indexOf("CREATE FUNCTION runs.return_steering_v1"))
                                .replace("return_steering_v1", "return_steering_v2"));
        return migrations("db/runs", "filesystem:" + next);
    }

    private static String next(String function) {
        int version = function.lastIndexOf("_v") + 2;
        return function.substring(0, version) + (Integer.parseInt(function.substring(version)) + 1);
    }

    private static void find(Pattern call, String text, Set<String> names) {
        call.matcher(text.replace("* FROM runs.", "FROM runs.")).results().forEach(found -> names.add(found.group(1)));
    }

    private Map<String, String> functions() {
        Map<String, String> functions = new TreeMap<>();
        done(pool.query("SELECT p.proname, pg_get_functiondef(p.oid) AS text FROM pg_proc p"
                                + " WHERE p.pronamespace = 'runs'::regnamespace")
                        .execute())
                .forEach(row -> functions.put(row.getString("proname"), row.getString("text")));
        return functions;
    }

    private Flyway migrations(String... locations) {
        return Flyway.configure()
                .dataSource(at.jdbcUrl(), at.user(), at.password())
                .schemas("runs")
                .locations(locations)
                .load();
    }
}
