package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.box.StubProject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerCommandTest {
    @TempDir
    Path directory;

    private record Result(int answer, String text) {}

    @BeforeEach
    void project() throws Exception {
        var lib = StubProject.in(directory).echoJar().resolveSibling("lib");
        Files.createDirectories(lib);
    }

    @Test
    void compilesAndRunsOneFileWithItsKeyAddressAndArguments() throws Exception {
        var file = Files.writeString(directory.resolve("Probe.java"), """
                public class Probe {
                    public static void main(String[] args) {
                        System.out.println(System.getenv("AGENTHOST_RUNNER_URL") + " " + System.getenv("AGENTHOST_RUNNER_KEY")
                                + " " + String.join("+", args) + " " + System.getProperty("java.class.path"));
                        System.exit(7);
                    }
                }
                """);

        var said = run(
                Map.of("AGENTHOST_RUNNER_URL", "ws://there/runner/ws", "AGENTHOST_RUNNER_KEY", "ahr_1"),
                file,
                "a",
                "b");

        assertThat(said.text()).contains("ws://there/runner/ws ahr_1 a+b ");
        assertThat(said.answer()).isEqualTo(7);
    }

    @Test
    void namesTheLineOfAMistakeAndWhatIsMissing() throws Exception {
        var broken = Files.writeString(directory.resolve("Broken.java"), "public class Broken { int x = \"text\"; }");
        var key = Map.of("AGENTHOST_RUNNER_URL", "ws://there", "AGENTHOST_RUNNER_KEY", "ahr_1");

        assertThat(run(key, broken)).satisfies(said -> {
            assertThat(said.answer()).isNotZero();
            assertThat(said.text()).contains("Broken.java:1: error: incompatible types");
        });
        assertThat(run(Map.of(), broken)).satisfies(said -> {
            assertThat(said.answer()).isEqualTo(CommandContext.NOT_RUNNING);
            assertThat(said.text()).contains("Start it with ./agenthost up");
        });
        assertThat(run(key, directory.resolve("Nothing.java")).text()).contains("There is no file");
    }

    private Result run(Map<String, String> environment, Path file, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dagenthost.project=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                AgentHost.class.getName(),
                "run",
                file.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("AGENTHOST_"));
        builder.environment().putAll(environment);
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes());
        return new Result(process.waitFor(), text);
    }
}
