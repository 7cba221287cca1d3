package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.box.StubProject;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands as a person types them, each a process of its own. */
class CommandsTest {
    @TempDir
    Path directory;

    private record Result(int answer, String text) {}

    @BeforeEach
    void project() throws Exception {
        StubProject.in(directory);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        type("down");
    }

    @Test
    void upAfterTheSupervisorWasKilledComesUpCleanWithTheSameKeys() throws Exception {
        assertThat(type("status")).matches(said -> said.answer() == CommandContext.NOT_RUNNING);

        // When it is started, its supervisor killed, and it is started again
        var first = type("up");
        assertThat(first.text())
                .contains("Agent Host is ready at http://127.0.0.1:", "/#key=")
                .contains("./agenthost send");
        var before = status();
        var supervisor = supervisor();
        supervisor.destroyForcibly();
        supervisor.onExit().join();
        assertThat(type("status").answer()).isEqualTo(CommandContext.NOT_RUNNING);
        var second = type("up");

        // Then nothing of the first is left
        assertThat(second.answer()).isZero();
        assertThat(second.text()).contains("leftover processes");
        assertThat(pids(before)).noneMatch(CommandsTest::isAlive);
        var after = status();
        assertThat(after.path("api_key")).isEqualTo(before.path("api_key"));
        assertThat(after.path("processes")).hasSize(12);

        // And another up changes nothing
        var again = type("up");
        assertThat(again.answer()).isZero();
        assertThat(again.text()).contains("already running");
        assertThat(pids(status())).isEqualTo(pids(after));
        assertThat(type("up", "--port", "1", "--replicas", "2", "--all-levels").text())
                .contains("not on 1.", "It has 1 of every service, not 2.", "Its JVMs do not compile at all levels.");

        // The public part of the output contains no key
        assertThat(type("status").text()).contains("http://127.0.0.1:").doesNotContain("key=");

        // And down ends all of it
        assertThat(type("down").answer()).isZero();
        assertThat(pids(after)).noneMatch(CommandsTest::isAlive);
        assertThat(type("reset").text()).contains("--yes");
        assertThat(type("reset", "--yes").answer()).isZero();
        assertThat(directory.resolve(".agenthost/data")).doesNotExist();
    }

    @Test
    void everyCommandExplainsItself() throws Exception {
        for (var command :
                List.of("up", "down", "status", "logs", "send", "respond", "keys", "apply", "import", "reset")) {
            var said = type(command, "--help");
            assertThat(said.answer()).isZero();
            assertThat(said.text()).startsWith("Usage: agenthost " + command);
        }
    }

    @Test
    void aWishThatCannotBeIsRefusedBeforeAnythingStarts() throws Exception {
        var replicas = type("up", "--replicas", "0");
        assertThat(replicas.answer()).isEqualTo(2);
        assertThat(replicas.text()).startsWith("--replicas must be 1 to 8, not 0");
        var port = type("up", "--port", "70000");
        assertThat(port.answer()).isEqualTo(2);
        assertThat(port.text()).startsWith("--port must be 0 to 65535, not 70000");
        assertThat(directory.resolve(".agenthost/data")).doesNotExist();
    }

    private JsonNode status() throws Exception {
        return ProtocolCodec.mapper().readTree(type("status", "--json").text());
    }

    private ProcessHandle supervisor() throws Exception {
        var state = ProtocolCodec.mapper().readTree(Files.readString(directory.resolve(".agenthost/run/box.json")));
        return ProcessHandle.of(state.path("supervisor_pid").asLong()).orElseThrow();
    }

    private static List<Long> pids(JsonNode status) {
        var pids = new ArrayList<Long>();
        status.path("processes").forEach(process -> pids.add(process.path("pid").asLong()));
        return pids;
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).isPresent();
    }

    private Result type(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-Dagenthost.project=" + directory,
                // The tests' class path has a log manager that complains if it is not the configured one.
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                // The tests' class path has two providers of SLF4J, the box has one.
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                System.getProperty("java.class.path"),
                AgentHost.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("AGENTHOST_HOME");
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes());
        return new Result(process.waitFor(), text);
    }
}
