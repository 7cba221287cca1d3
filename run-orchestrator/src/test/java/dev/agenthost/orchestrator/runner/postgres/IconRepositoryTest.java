package dev.agenthost.orchestrator.runner.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.runner.Icon;
import dev.agenthost.orchestrator.runner.Pictures;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests icons on real PostgreSQL: stored once, visible with their connection, deleted without one. */
class IconRepositoryTest {
    private static final UUID MINE = UUID.randomUUID();
    private static final RunnerDescriptor RUNNER = runner();
    private static RunsDatabase database;
    private static Vertx vertx;
    private static Pool pool;

    private final IconRepository repository = new IconRepository();

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        vertx = database.vertx();
        pool = database.pool();
        run("INSERT INTO runs.leases (incarnation, replica, expires_at) VALUES ('" + MINE
                + "', 'r-1', clock_timestamp() + interval '1 hour')");
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @AfterEach
    void empty() {
        run("TRUNCATE runs.runner_icons, runs.runner_connections");
    }

    @Test
    void storesAnIconOnceForAllConnections() {
        keep(false, shows(Pictures.png(100)), shows(Pictures.png(100)), shows(Pictures.gif(50)));
        keep(true, shows(Pictures.png(100)));
        new IconRepositoryTest().keep(true, shows(Pictures.png(100)));

        assertThat(count("SELECT count(*) FROM runs.runner_icons")).isEqualTo(2);
    }

    @Test
    void deletesAnUnusedIconAfterAnHour() {
        Icon sent = Icon.of(Pictures.png(100)).orElseThrow();
        keep(false, shows(sent.bytes()), shows(Pictures.gif(50)), shows(Pictures.jpeg(50)));
        connected("c-1", "plugin:acme/hello/default", sent.sha256(), "ws-1");
        run(
                "UPDATE runs.runner_icons SET last_seen_at = last_seen_at - interval '2 hours' WHERE mime_type <> 'image/jpeg'");
        keep(true);

        assertThat(count("SELECT count(*) FROM runs.runner_icons")).isEqualTo(2);
        assertThat(count("SELECT count(*) FROM runs.runner_icons WHERE mime_type = 'image/gif'"))
                .isZero();
    }

    @Test
    void writesAgainAfterInvalidation() {
        keep(false, shows(Pictures.png(100)));
        run("TRUNCATE runs.runner_icons");
        keep(false, shows(Pictures.png(100)));
        assertThat(count("SELECT count(*) FROM runs.runner_icons")).isZero();

        repository.invalidate();
        keep(false, shows(Pictures.png(100)));
        assertThat(count("SELECT count(*) FROM runs.runner_icons")).isEqualTo(1);
    }

    @Test
    void isVisibleWhereTheConnectionIs() {
        Icon old = Icon.of(Pictures.png(100)).orElseThrow();
        Icon young = Icon.of(Pictures.gif(50)).orElseThrow();
        keep(false, shows(old.bytes()), shows(young.bytes()));
        connected("c-1", "plugin:acme/hello/default", old.sha256(), "ws-1");
        connected("c-2", "plugin:acme/hello/default", young.sha256(), "ws-1");
        connected("c-3", "plugin:acme/hello/default", null, "ws-1");
        connected("c-4", "plugin:acme/hello2/default", null, "ws-1");
        connected("c-5", "plugin:acme/other/default", old.sha256(), "ws-2");

        assertThat(icon("ws-1", "acme/hello")).map(Icon::bytes).hasValueSatisfying(bytes -> assertThat(bytes)
                .isEqualTo(young.bytes()));
        assertThat(icon("ws-1", "acme/hell")).isEmpty();
        assertThat(icon("ws-1", "acme/hello2")).isEmpty();
        assertThat(icon("ws-1", "acme/other")).isEmpty();
        assertThat(icon("ws-2", "acme/hello")).isEmpty();
        assertThat(icon("ws-2", "acme/other")).map(Icon::mimeType).contains("image/png");
        assertThat(board().overview("ws-1").await().indefinitely().runners())
                .extracting(entry -> entry.manifest().id() + " " + entry.hasIcon())
                .containsExactly("plugin:acme/hello/default true", "plugin:acme/hello2/default false");
    }

    private static Optional<Icon> icon(String workspace, String plugin) {
        return board().icon(workspace, plugin).await().indefinitely();
    }

    private static PostgresConnectionRepository board() {
        return new PostgresConnectionRepository(
                pool, new RunnerRegistry(), () -> MINE, Duration.ofSeconds(10), System::nanoTime);
    }

    private void keep(boolean all, RunnerConnection... connections) {
        pool.withTransaction((SqlConnection connection) -> repository.write(connection, List.of(connections), all))
                .await()
                .indefinitely();
    }

    /** A connection of one runner whose plugin has this icon. */
    private static RunnerConnection shows(byte[] picture) {
        Icon icon = Icon.of(picture).orElseThrow();
        return (RunnerConnection) Proxy.newProxyInstance(
                IconRepositoryTest.class.getClassLoader(),
                new Class<?>[] {RunnerConnection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "runners" -> List.of(RUNNER);
                    case "icon" -> Optional.of(icon);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static void connected(String id, String runner, String icon, String workspace) {
        String name = runner.substring(runner.lastIndexOf('/') + 1);
        run("INSERT INTO runs.runner_connections"
                + " (connection_id, runner_id, incarnation, workspaces, manifest, capacity, free, icon) VALUES ('"
                + id + "', '" + runner + "', '" + MINE + "', ARRAY['" + workspace + "'], '{\"id\":\"" + runner
                + "\",\"name\":\"" + name + "\",\"label\":{\"en_US\":\"x\"}}', 1, 1, "
                + (icon == null ? "NULL" : "'" + icon + "'") + ")");
    }

    private static RunnerDescriptor runner() {
        RunnerId id = new RunnerId("acme", "hello", "default");
        return new RunnerDescriptor(
                id,
                new AgentRunnerManifest(
                        id.toString(),
                        "default",
                        Map.of("en_US", "x"),
                        null,
                        AgentRunnerCapabilities.none(),
                        AgentRunnerPermissions.none(),
                        List.of(),
                        JsonNodeFactory.instance.objectNode()),
                "1.2.3",
                JsonNodeFactory.instance.objectNode());
    }

    private static int count(String query) {
        return pool.query(query)
                .execute()
                .await()
                .indefinitely()
                .iterator()
                .next()
                .getInteger(0);
    }

    private static void run(String statement) {
        pool.query(statement).execute().await().indefinitely();
    }
}
