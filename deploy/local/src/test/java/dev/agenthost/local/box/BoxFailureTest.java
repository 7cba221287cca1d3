package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.postgres.DatabaseAddress;
import dev.agenthost.local.settings.Service;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoxFailureTest {
    @TempDir
    Path directory;

    @Test
    void namesThePartThatDoesNotComeUpAndTheEndOfItsLog() throws Exception {
        var layout = StubProject.in(directory);
        var broken = Map.of(Service.CONTEXT_STORE, Map.of("stub.broken", "yes"));
        assertThatThrownBy(() -> Box.start(new BoxOptions(layout, 1, 0, broken, line -> {})))
                .isInstanceOf(BoxFailedException.class)
                .hasMessageContaining("context-store-1 died")
                .hasMessageContaining(layout.log("context-store-1").toString())
                .hasMessageContaining("this stub is broken");
        assertThat(BoxState.last(layout)).get().matches(state -> state.phase() == Phase.FAILED);
        assertThat(new OrphanedProcesses(layout).end()).isZero();
    }

    @Test
    void saysThatTheDataAreOfAnEarlierBuildBeforeAServiceStarts() throws Exception {
        var layout = StubProject.in(directory);
        var options = new BoxOptions(layout, 1, 0, Map.of(), line -> {});
        try (var box = Box.start(options)) {
            history(box.database());
        }
        var app = Files.createDirectories(layout.jar(Service.RUN_ORCHESTRATOR).resolveSibling("app"));
        try (var jar = new JarOutputStream(Files.newOutputStream(app.resolve("run-orchestrator.jar")))) {
            jar.putNextEntry(new JarEntry("db/runs/V18__later.sql"));
        }
        Files.delete(layout.log("run-orchestrator-1"));

        assertThatThrownBy(() -> Box.start(options))
                .isInstanceOf(BoxFailedException.class)
                .hasMessageContaining("of an earlier build")
                .hasMessageContaining(
                        "run-orchestrator does not know the migration V17__slots_by_workspace.sql of schema runs")
                .hasMessageContaining("./agenthost reset");
        assertThat(layout.log("run-orchestrator-1")).doesNotExist();
        assertThat(new OrphanedProcesses(layout).end()).isZero();
    }

    /** As the migrations of an earlier build left it. */
    private static void history(DatabaseAddress database) throws SQLException {
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA runs");
            statement.execute("CREATE TABLE runs.flyway_schema_history"
                    + " (installed_rank int, version text, type text, script text, checksum int)");
            statement.execute("INSERT INTO runs.flyway_schema_history VALUES (1, NULL, 'SCHEMA', '\"runs\"', NULL),"
                    + " (2, '17', 'SQL', 'V17__slots_by_workspace.sql', 1)");
        }
    }

    @Test
    void saysWhatIsNotBuilt() throws Exception {
        var layout = StubProject.in(directory);
        Files.delete(layout.echoJar());
        assertThatThrownBy(() -> Box.start(new BoxOptions(layout, 1, 0, Map.of(), line -> {})))
                .isInstanceOf(BoxFailedException.class)
                .hasMessageContaining("echo is not built");
    }

    @Test
    void wantedPortThatIsTakenIsNamed() throws Exception {
        var layout = StubProject.in(directory);
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> Box.start(new BoxOptions(layout, 1, taken.getLocalPort(), Map.of(), line -> {})))
                    .isInstanceOf(BoxFailedException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
    }
}
