package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.StdioCommands;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.protocol.error.Fields;
import io.smallrye.mutiny.Uni;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests sessions with a real child process, also with protocol violations. */
class StdioServerTest extends McpCase {
    @TempDir
    Path place;

    @BeforeEach
    void aProgramIsListed() {
        commands =
                new StdioCommands(Map.of("scripted", command("ws-1"), "missing", missing(), "theirs", command("ws-2")));
    }

    @Test
    void aProgramServesSeveralCalls() {
        McpClient client = client("scripted");

        JsonNode first = call(client, "who", "{}");
        JsonNode second = call(client, "who", "{}");

        assertThat(first.at("/structuredContent/pid")).isEqualTo(second.at("/structuredContent/pid"));
        assertThat(resultOf(client.tools(LIMIT)).tools()).hasSize(1);
    }

    @Test
    void hasOnlyTheConfiguredEnvironment() {
        JsonNode environment = call(client("scripted"), "who", "{}").path("structuredContent");

        assertThat(environment.path("variables"))
                .isEqualTo(dev.agenthost.testkit.plugin.ScriptedPlugin.tree("[\"GREETING\",\"SECRET\"]"));
        assertThat(environment.path("secret").asText()).isEqualTo("…");
        assertThat(environment.path("length").intValue()).isEqualTo(SECRET.length());
        assertThat(environment.path("directory").asText()).contains("agenthost-mcp-");
    }

    @Test
    void servesConcurrentRequests() {
        McpClient client = client("scripted");
        List<Uni<JsonNode>> pending = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            pending.add(startCall(client, "echo", "{\"text\":\"" + i + "\"}"));
        }

        List<JsonNode> results = resultOf(Uni.join().all(pending).andFailFast());

        for (int i = 0; i < 50; i++) {
            assertThat(results.get(i).at("/content/0/text").asText()).isEqualTo("" + i);
        }
    }

    @Test
    void doesNotRetryACallOfAProgramThatEnded() throws Exception {
        McpClient client = client("scripted");
        long pid = call(client, "who", "{}").at("/structuredContent/pid").longValue();

        McpException why = failed(startCall(client, "die", "{\"note\":\"" + place.resolve("died") + "\"}"));

        assertThat(why.kind()).isEqualTo(Kind.DIED);
        assertThat(Files.readString(place.resolve("died"))).isEqualTo("x");
        await().until(() -> ProcessHandle.of(pid).isEmpty());
        assertThat(failed(startCall(client, "who", "{}")).kind()).isEqualTo(Kind.UNREACHABLE);

        passes(Duration.ofSeconds(2));
        assertThat(call(client, "who", "{}").at("/structuredContent/pid").longValue())
                .isNotEqualTo(pid);
    }

    @Test
    void pausesLongerAfterEachEndOfTheProgram() {
        McpClient client = client("scripted");
        for (int i = 0; i < 3; i++) {
            failed(startCall(client, "die", "{}"));
            passes(Duration.ofSeconds(1L << i).plusMillis(100));
        }
        failed(startCall(client, "die", "{}"));
        passes(Duration.ofSeconds(4));

        assertThat(failed(startCall(client, "who", "{}")).kind()).isEqualTo(Kind.UNREACHABLE);

        passes(Duration.ofSeconds(5));
        assertThat(call(client, "who", "{}").has("structuredContent")).isTrue();
    }

    @Test
    void endsAProgramWithTooMuchOutput() {
        McpClient client = client("scripted");
        long pid = call(client, "who", "{}").at("/structuredContent/pid").longValue();

        assertThat(failed(startCall(client, "flood", "{}")).kind()).isEqualTo(Kind.TOO_LARGE);
        await().until(() -> ProcessHandle.of(pid).isEmpty());
    }

    @Test
    void endsAProgramWithAnEndlessLine() {
        assertThat(failed(startCall(client("scripted"), "endless", "{}")).kind())
                .isEqualTo(Kind.TOO_LARGE);
    }

    @Test
    void ignoresInvalidLines() {
        assertThat(call(client("scripted"), "mumble", "{}")
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("at last");
    }

    @Test
    void sendsACancellationAfterTheLimit() {
        McpClient client = client("scripted");
        call(client, "who", "{}");

        assertThat(failed(client.call("silent", Fields.object(null), Duration.ofMillis(300), () -> true))
                        .kind())
                .isEqualTo(Kind.TOO_LATE);

        assertThat(call(client, "cancelled", "{}")
                        .at("/structuredContent/ids/0")
                        .isIntegralNumber())
                .isTrue();
    }

    @Test
    void closingEndsDescendantsAndRemovesTheDirectory() {
        McpClient client = client("scripted");
        JsonNode child = call(client, "child", "{}").path("structuredContent");
        long pid = child.path("pid").longValue();
        Path directory = Path.of(child.path("directory").asText());
        assertThat(ProcessHandle.of(pid)).isPresent();
        assertThat(directory).isDirectoryContaining(file -> file.endsWith("left"));

        client.close();

        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        await().atMost(Duration.ofSeconds(20)).until(() -> !Files.exists(directory));
        await().until(() -> programs().running() == 0);
    }

    @Test
    void limitsTheNumberOfPrograms() {
        call(client("scripted"), "who", "{}");
        call(clients().of(server("s-2", "scripted")), "who", "{}");

        McpException why = failed(startCall(clients().of(server("s-3", "scripted")), "who", "{}"));

        assertThat(why.kind()).isEqualTo(Kind.BUSY);
        assertThat(programs().running()).isEqualTo(2);

        call(clients().of(otherWorkspace("s-1")), "who", "{}");
        assertThat(failed(startCall(clients().of(otherWorkspace("s-2")), "who", "{}"))
                        .kind())
                .isEqualTo(Kind.BUSY);
        assertThat(programs().running()).isEqualTo(3);
    }

    /** A call that the server received may have been made; a call that was not written yet was surely not made. */
    @Test
    void reportsAWrittenCallOfAReplacedServerAsUncertain() {
        Path note = place.resolve("heard");
        McpClient client = client("scripted");
        call(client, "who", "{}");
        CompletableFuture<JsonNode> notified =
                startCall(client, "deaf", "{\"note\":\"" + note + "\"}").subscribeAsCompletionStage();
        await().until(() -> Files.exists(note));
        CompletableFuture<JsonNode> fillsThePipe = startCall(
                        client, "echo", "{\"text\":\"" + "x".repeat(500_000) + "\"}")
                .subscribeAsCompletionStage();
        CompletableFuture<JsonNode> waits = startCall(client, "who", "{}").subscribeAsCompletionStage();

        clients().of(new McpServer("ws-1", "s", new McpServer.Reach.Stdio("scripted"), null, true, 2));

        assertThat(failed(Uni.createFrom().completionStage(notified)).kind()).isEqualTo(Kind.DIED);
        assertThat(failed(Uni.createFrom().completionStage(waits)).kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(fillsThePipe).isCompletedExceptionally();
    }

    /** By bytes, long before there are many lines. */
    @Test
    void refusesRequestsToAProgramThatDoesNotRead() {
        Path note = place.resolve("heard");
        McpClient client = client("scripted");
        call(client, "who", "{}");
        startCall(client, "deaf", "{\"note\":\"" + note + "\"}").subscribeAsCompletionStage();
        await().until(() -> Files.exists(note));
        List<CompletableFuture<JsonNode>> pending = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            pending.add(startCall(client, "echo", "{\"text\":\"" + "x".repeat(1_000_000) + "\"}")
                    .subscribeAsCompletionStage());
        }

        assertThat(failed(startCall(client, "echo", "{\"text\":\"" + "x".repeat(1_000_000) + "\"}"))
                        .kind())
                .isEqualTo(Kind.BUSY);
        assertThat(pending.getFirst()).isNotDone();
    }

    @Test
    void doesNotStartUnlistedCommands() {
        for (String name : List.of("no-such", "theirs", "/bin/sh")) {
            assertThat(failed(startCall(client(name), "who", "{}")).kind()).isEqualTo(Kind.MISCONFIGURED);
        }
        assertThat(programs().running()).isZero();
    }

    @Test
    void reportsAMissingProgram() {
        assertThat(failed(startCall(client("missing"), "who", "{}")).kind()).isEqualTo(Kind.UNREACHABLE);
        await().until(() -> programs().running() == 0);
    }

    private McpClient client(String command) {
        return clients().of(server("s", command));
    }

    private static McpServer otherWorkspace(String id) {
        return new McpServer("ws-2", id, new McpServer.Reach.Stdio("theirs"), null, true, 1);
    }

    private static McpServer server(String id, String command) {
        return new McpServer("ws-1", id, new McpServer.Reach.Stdio(command), null, true, 1);
    }

    private static StdioCommands.Command command(String workspace) {
        return new StdioCommands.Command(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ScriptedProgram.class.getName()),
                Map.of("GREETING", "hello"),
                Map.of("SECRET", "KEY"),
                null,
                Set.of(workspace));
    }

    private static StdioCommands.Command missing() {
        return new StdioCommands.Command(List.of("/no/such/program"), Map.of(), Map.of(), null, Set.of("*"));
    }
}
