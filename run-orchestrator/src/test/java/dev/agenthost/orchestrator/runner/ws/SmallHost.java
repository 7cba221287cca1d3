package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.Sha256;
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
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import jakarta.enterprise.inject.Instance;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A process with the runners' entrance and nothing behind it: what is asked of it is held and never answered. It keeps as much memory as
 * the rest of the service may have.
 */
public final class SmallHost implements RunnerSocket.Reception, PluginConnection.Observer {
    static final String KEY = "a-runner-key-of-more-than-32-characters";

    private static final byte[] REST_OF_THE_SERVICE = new byte[64 * 1024 * 1024];

    private final Queue<PluginConnection> connections = new ConcurrentLinkedQueue<>();
    private final Queue<Object> asked = new ConcurrentLinkedQueue<>();
    private final RunnerKeyRing keys =
            new RunnerKeyRing(List.of(new RunnerKey("peer", Sha256.hex(KEY), Set.of("*"), Set.of("*"))));

    public static void main(String[] arguments) {
        Vertx vertx = Vertx.vertx();
        SmallHost host = new SmallHost();
        @SuppressWarnings("unchecked")
        Instance<RunnerSocket.Reception> reception = (Instance<RunnerSocket.Reception>) Proxy.newProxyInstance(
                SmallHost.class.getClassLoader(), new Class<?>[] {Instance.class}, (proxy, method, given) -> host);
        Router router = Router.router(vertx);
        RunnerSocket socket = new RunnerSocket(
                reception,
                new KeyRefusalAggregator("run-orchestrator", InstantSource.system(), entry -> Uni.createFrom()
                        .voidItem()),
                Liveness.USUAL,
                new UnregisteredConnections(UnregisteredConnections.Limits.USUAL),
                LargeMessages.ofHeap(),
                vertx);
        socket.register(router);
        socket.started(new StartupEvent());
        vertx.setPeriodic(1_000, timer -> host.connections.forEach(connection -> connection.check(System.nanoTime())));
        HttpServerOptions options = new HttpServerOptions();
        new SocketLimits().customizeHttpServer(options);
        HttpServer server = vertx.createHttpServer(options)
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        System.out.println("port " + server.actualPort() + " beside " + REST_OF_THE_SERVICE.length);
    }

    @Override
    public RunnerKeyDecision judge(List<String> keysOfHandshake) {
        return RunnerKeyDecision.of(keysOfHandshake, keys);
    }

    @Override
    public PluginConnection open(String connectionId, Channel channel, List<String> keysOfHandshake) {
        PluginConnection connection = new PluginConnection(
                connectionId,
                channel,
                keys,
                keysOfHandshake,
                "agenthost",
                Backlog.Bounds.USUAL,
                (request, reply) -> asked.add(List.of(request, reply)),
                this);
        connections.add(connection);
        return connection;
    }

    @Override
    public void ready(PluginConnection connection) {}

    @Override
    public void gone(PluginConnection connection) {
        connections.remove(connection);
    }

    @Override
    public void changed(PluginConnection connection) {}

    @Override
    public void roomier(PluginConnection connection) {}

    @Override
    public void refused(CloseReason why, String plugin, Set<String> workspaces) {}
}
