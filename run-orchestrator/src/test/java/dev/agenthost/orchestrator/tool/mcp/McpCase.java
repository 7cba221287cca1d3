package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.StdioCommands;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;

/** A client as the service has it, with a clock of the test's. */
abstract class McpCase {
    static final Duration LIMIT = Duration.ofSeconds(10);
    static final String SECRET = "of-a-server-1234";

    private final Vertx vertx = Vertx.vertx();
    /** The time added to the real clock, so that no test waits for a minute. */
    final AtomicLong later = new AtomicLong();

    StdioCommands commands = StdioCommands.NONE;
    private StdioPrograms programs;
    private McpClients clients;

    StdioPrograms programs() {
        if (programs == null) {
            programs = new StdioPrograms(commands, new Secrets(Map.of("KEY", SECRET)), 3, 2);
        }
        return programs;
    }

    McpClients clients() {
        if (clients == null) {
            AddressPolicy rules = new AddressPolicy(false, AllowList.parse(List.of("127.0.0.1/32")));
            clients = new McpClients(
                    new EgressClient(vertx, rules, 16, Duration.ofSeconds(5)),
                    programs(),
                    new Secrets(Map.of("KEY", SECRET)),
                    () -> System.nanoTime() + later.get());
        }
        return clients;
    }

    @AfterEach
    void allEnds() {
        clients().close();
        programs().close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    void passes(Duration time) {
        later.addAndGet(time.toNanos());
    }

    static McpServer http(String url, McpServer.Header... headers) {
        return new McpServer("ws-1", "s", new McpServer.Reach.Http(url, List.of(headers)), null, true, 1);
    }

    static JsonNode call(McpClient client, String tool, String arguments) {
        return resultOf(client.call(tool, (ObjectNode) ScriptedPlugin.tree(arguments), LIMIT, () -> true));
    }

    static <T> T resultOf(Uni<T> request) {
        return request.await().atMost(Duration.ofSeconds(30));
    }

    static McpException failed(Uni<?> request) {
        Throwable why = request.onItem()
                .transform(item -> (Throwable) new AssertionError("answered " + item))
                .onFailure()
                .recoverWithItem(failure -> failure)
                .await()
                .atMost(Duration.ofSeconds(30));
        assertThat(why).isInstanceOf(McpException.class);
        return (McpException) why;
    }

    static Uni<JsonNode> startCall(McpClient client, String tool, String arguments) {
        return client.call(tool, (ObjectNode) ScriptedPlugin.tree(arguments), LIMIT, () -> true);
    }
}
