package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.CloseReason;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.PluginConnection;
import dev.agenthost.orchestrator.runner.RunnerKey;
import dev.agenthost.orchestrator.runner.RunnerKeyDecision;
import dev.agenthost.orchestrator.runner.RunnerKeyRing;
import dev.agenthost.orchestrator.runner.UnregisteredConnections;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.ext.web.Router;
import jakarta.enterprise.inject.Instance;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the answers to an upgrade on a real socket, without the application around it. */
class RefusedUpgradeTest implements RunnerSocket.Reception, PluginConnection.Observer {
    private static final RunnerKey KEY = new RunnerKey("one", "", Set.of("*"), Set.of("*"));

    private final Vertx vertx = Vertx.vertx();
    private final List<AuditEntry> recorded = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> commit = new CompletableFuture<>();
    private final KeyRefusalAggregator refusedKeys =
            new KeyRefusalAggregator("run-orchestrator", InstantSource.system(), entry -> {
                recorded.add(entry);
                return Uni.createFrom().completionStage(commit);
            });
    private HttpServer server;
    private volatile RunnerKeyDecision judged = new RunnerKeyDecision.Missing();
    private volatile List<String> presented = List.of();

    @BeforeEach
    @SuppressWarnings("unchecked")
    void open() {
        Instance<RunnerSocket.Reception> self = (Instance<RunnerSocket.Reception>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instance.class}, (proxy, method, arguments) -> this);
        Router router = Router.router(vertx);
        new RunnerSocket(
                        self,
                        refusedKeys,
                        Liveness.USUAL,
                        new UnregisteredConnections(UnregisteredConnections.Limits.USUAL),
                        LargeMessages.ofHeap(),
                        vertx)
                .register(router);
        server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aWrongKeyGetsAProblemAndNoSocket() {
        judged = new RunnerKeyDecision.Rejected();
        CompletableFuture<UpgradeRejectedException> answer = CompletableFuture.supplyAsync(this::refused);
        await().atMost(Duration.ofSeconds(30)).until(() -> !recorded.isEmpty());
        assertThat(answer).isNotDone();

        commit.complete(null);

        UpgradeRejectedException refused = answer.join();

        assertThat(refused.getStatus()).isEqualTo(401);
        assertThat(refused.getHeaders().get("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.getHeaders().get("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(ScriptedPlugin.tree(refused.getBody().toString())
                        .path("code")
                        .asText())
                .isEqualTo("unauthorized");
        assertThat(refused.getBody().toString()).doesNotContain("the-secret");
        assertThat(presented).containsExactly("the-secret");
        assertThat(recorded).singleElement().satisfies(entry -> {
            assertThat(entry.resource()).isEqualTo("address/127.0.0.1");
            assertThat(entry.detail()).isEqualTo("1 request, GET /runner/ws");
        });
    }

    @Test
    void whileTheKeysAreStillReadItIsToComeAgain() {
        judged = new RunnerKeyDecision.Undecided();
        UpgradeRejectedException refused = refused();

        assertThat(refused.getStatus()).isEqualTo(503);
        assertThat(refused.getHeaders().get("Retry-After")).isEqualTo("1");
        assertThat(ScriptedPlugin.tree(refused.getBody().toString())
                        .path("code")
                        .asText())
                .isEqualTo("runtime_error");
    }

    @Test
    void aGoodKeyGetsASocketAndSoDoesNone() {
        for (RunnerKeyDecision entrance :
                List.of(new RunnerKeyDecision.Accepted(KEY), new RunnerKeyDecision.Missing())) {
            judged = entrance;
            try (ScriptedPlugin plugin = ScriptedPlugin.dial(vertx, server.actualPort(), Map.of())) {
                assertThat(plugin.call("__ping", ScriptedPlugin.tree("{}"))
                                .at("/data/pong")
                                .asText())
                        .isEqualTo("pong");
            }
        }
    }

    private UpgradeRejectedException refused() {
        return ScriptedPlugin.refused(vertx, server.actualPort(), Map.of("Authorization", "bearer the-secret"));
    }

    @Override
    public RunnerKeyDecision judge(List<String> keysOfHandshake) {
        presented = keysOfHandshake;
        return judged;
    }

    @Override
    public PluginConnection open(String connectionId, Channel channel, List<String> keysOfHandshake) {
        return new PluginConnection(
                connectionId,
                channel,
                new RunnerKeyRing(List.of()),
                keysOfHandshake,
                "agenthost",
                Backlog.Bounds.USUAL,
                (request, reply) -> reply.failed("nothing is served here"),
                this);
    }

    @Override
    public void ready(PluginConnection connection) {}

    @Override
    public void gone(PluginConnection connection) {}

    @Override
    public void changed(PluginConnection connection) {}

    @Override
    public void roomier(PluginConnection connection) {}

    @Override
    public void refused(CloseReason why, String plugin, Set<String> workspaces) {}
}
