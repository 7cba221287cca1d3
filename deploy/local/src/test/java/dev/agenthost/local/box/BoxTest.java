package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.settings.Service;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoxTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static BoxLayout layout;
    private static Box box;

    @BeforeAll
    static void start() throws Exception {
        layout = StubProject.in(directory);
        var gateway = layout.extra(Service.EVENT_GATEWAY);
        Files.createDirectories(gateway.getParent());
        Files.writeString(gateway, "owner.says=this\n");
        box = Box.start(
                new BoxOptions(layout, 2, 0, Map.of(Service.EVENT_GATEWAY, Map.of("test.says", "that")), line -> {}));
    }

    @AfterAll
    static void close() {
        box.close();
    }

    @Test
    void hasTwoOfEveryServiceAndAllAreReady() {
        assertThat(box.processes()).hasSize(2 + 5 * 2 + 1 + 2 + 3).allMatch(ProcessState::ready);
        assertThat(BoxState.ofRunning(layout)).get().matches(state -> state.phase() == Phase.READY);
    }

    @Test
    void frontDoorLeadsToBothReplicas() throws Exception {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            seen.add(get(box.frontDoor().resolve("/api/v1/resolutions/x")));
        }
        assertThat(seen).hasSize(2);
    }

    @Test
    void ownersAndTestsSettingsComeLast() throws Exception {
        var file = layout.settings("event-gateway-1");
        assertThat(Files.readString(file)).contains("owner.says=this").endsWith("test.says=that\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void processThatSaysThatItIsNotLiveIsStartedAgain() throws Exception {
        long before = pid("context-store");
        int port = box.processes().stream()
                .filter(process -> process.name().equals("context-store") && process.replica() == 1)
                .findFirst()
                .orElseThrow()
                .port();
        get(URI.create("http://127.0.0.1:" + port + "/ail"));
        Awaitility.await().atMost(LIMIT).until(() -> pid("context-store") != 0 && pid("context-store") != before);
        assertThat(box.awaitReady(LIMIT)).isTrue();
    }

    @Test
    void killedProcessIsStartedAgain() throws Exception {
        for (var name : new String[] {"run-orchestrator", "front-door", "echo", "local-agent", "scripted-model"}) {
            long before = pid(name);
            box.kill(name, 1);
            Awaitility.await().atMost(LIMIT).until(() -> pid(name) != before && pid(name) != 0);
            assertThat(box.awaitReady(LIMIT)).isTrue();
        }
    }

    @Test
    void killedDatabaseComesBackWithItsData() throws Exception {
        execute("CREATE TABLE kept (id int)");
        long before = pid("postgres");
        box.kill("postgres", 1);
        Awaitility.await().atMost(LIMIT).until(() -> pid("postgres") != before && pid("postgres") != 0);
        assertThat(box.awaitReady(LIMIT)).isTrue();
        execute("INSERT INTO kept VALUES (1)");
    }

    @Test
    void databaseIsClosedToWhoeverHasNoPassword() {
        assertThatThrownBy(() -> DriverManager.getConnection(box.database().jdbcUrl(), "postgres", "postgres"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void heldProcessStaysAwayUntilReleased() throws Exception {
        box.hold("kafka", 1);
        Awaitility.await().atMost(LIMIT).until(() -> pid("kafka") == 0);
        assertThat(box.awaitReady(Duration.ofSeconds(1))).isFalse();
        box.release("kafka", 1);
        assertThat(box.awaitReady(LIMIT)).isTrue();
    }

    @Test
    void pausedProcessStandsStillUntilResumed() throws Exception {
        box.pause("context-store", 2);
        assertThat(box.awaitReady(Duration.ofMillis(1))).isFalse();
        box.resume("context-store", 2);
        assertThat(box.awaitReady(LIMIT)).isTrue();
    }

    @Test
    void secondBoxInTheSameHomeIsRefused() {
        assertThatThrownBy(() -> Box.start(new BoxOptions(layout, 1, 0, Map.of(), line -> {})))
                .isInstanceOf(BoxFailedException.class)
                .hasMessageContaining(layout.home().toString());
        assertThat(box.processes()).allMatch(process -> process.pid() != 0);
    }

    private static long pid(String name) {
        return box.processes().stream()
                .filter(process -> process.name().equals(name) && process.replica() == 1)
                .mapToLong(ProcessState::pid)
                .sum();
    }

    private static void execute(String sql) throws SQLException {
        var database = box.database();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String get(URI address) throws Exception {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return http.sendAsync(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .get(10, TimeUnit.SECONDS)
                .body();
    }
}
