import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The guide's runner, as a person starts it: one file, no build. */
class ShoutTest {
    private static final Path SOURCE = Path.of("src/main/java/Shout.java");

    @Test
    void theFileAloneCompilesRunsAndRegistersWithTheKeyOfItsEnvironment() throws Exception {
        Vertx vertx = Vertx.vertx();
        CompletableFuture<String> key = new CompletableFuture<>();
        CompletableFuture<String> registered = new CompletableFuture<>();
        var server = vertx.createHttpServer()
                .webSocketHandler(socket -> {
                    key.complete(socket.headers().entries().toString());
                    socket.textMessageHandler(registered::complete);
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        Process runner = start(server.actualPort());
        try {
            assertThat(key.get(60, TimeUnit.SECONDS)).contains("ahr_test");
            assertThat(registered.get(60, TimeUnit.SECONDS)).contains("shout");
        } finally {
            runner.destroy();
            runner.waitFor();
            vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void theGuideShowsThisFile() throws Exception {
        String shown = Files.readString(SOURCE)
                .lines()
                .dropWhile(line -> !line.startsWith("public class"))
                .collect(Collectors.joining("\n"));

        assertThat(Files.readString(Path.of("../../README.md"))).contains(shown);
    }

    /** As {@code ./agenthost run} does; without our own compiled classes, which the launcher refuses beside a source of the same name. */
    private static Process start(int port) throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains(Path.of("examples", "target").toString()))
                .collect(Collectors.joining(File.pathSeparator));
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        SOURCE.toString())
                .inheritIO();
        builder.environment().put("AGENTHOST_RUNNER_URL", "ws://127.0.0.1:" + port + "/runner/ws");
        builder.environment().put("AGENTHOST_RUNNER_KEY", "ahr_test");
        return builder.start();
    }
}
