package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.hostapi.HostApi;
import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.CloseReason;
import dev.agenthost.orchestrator.runner.ConnectionRepository;
import dev.agenthost.orchestrator.runner.PluginConnection;
import dev.agenthost.orchestrator.runner.RunnerKeyDecision;
import dev.agenthost.orchestrator.runner.RunnerKeyRing;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.orchestrator.runner.ws.RunnerSocket;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.platform.security.ApiKeyRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Connects a new socket to the registry, the repository of connections and the host API. */
@Singleton
final class RunnerSocketHandler implements RunnerSocket.Reception, PluginConnection.Observer {
    private static final Logger LOG = Logger.getLogger(RunnerSocketHandler.class);

    private final RunnerKeyRing keys;
    private final RunnerRegistry registry;
    private final ConnectionRepository board;
    private final HostApi api;
    private final Frame.InvalidFrameCounter meter;
    private final String instance;
    private final Backlog.Bounds waiting;

    RunnerSocketHandler(
            RunnerKeySettings keys,
            ApiKeyRegistry issued,
            RunnerRegistry registry,
            ConnectionRepository board,
            HostApi api,
            Frame.InvalidFrameCounter meter,
            RunnerSettings settings) {
        this.meter = meter;
        this.keys = keys.ring(new IssuedRunnerKeys(issued));
        this.registry = registry;
        this.board = board;
        this.api = api;
        this.instance = settings.instance();
        this.waiting = settings.waiting();
    }

    @Override
    public RunnerKeyDecision judge(List<String> keysOfHandshake) {
        RunnerKeyDecision judged = RunnerKeyDecision.of(keysOfHandshake, keys);
        if (judged instanceof RunnerKeyDecision.Rejected) {
            LOG.warnf("an upgrade is refused: %s", CloseReason.WRONG_KEY.reason());
        }
        return judged;
    }

    @Override
    public PluginConnection open(String connectionId, Channel channel, List<String> keysOfHandshake) {
        return new PluginConnection(
                connectionId,
                channel,
                keys,
                keysOfHandshake,
                instance,
                waiting,
                (request, reply) -> api.serveRequest(connectionId, request, reply),
                this);
    }

    @Override
    public void ready(PluginConnection connection) {
        connection.refused().forEach(refused -> LOG.warnf("connectionId=%s %s", connection.id(), refused));
        LOG.infof(
                "connectionId=%s runners=%s connected",
                connection.id(),
                connection.runners().stream()
                        .map(runner -> runner.id().toString())
                        .toList());
        registry.clear(connection.pluginName());
        registry.add(connection);
        board.changed();
    }

    @Override
    public void changed(PluginConnection connection) {
        connection.refused().forEach(refused -> LOG.warnf("connectionId=%s %s", connection.id(), refused));
        LOG.infof("connectionId=%s has a new description", connection.id());
        registry.wake();
        board.changed();
    }

    @Override
    public void gone(PluginConnection connection) {
        LOG.infof("connectionId=%s closed", connection.id());
        registry.remove(connection);
        board.changed();
    }

    @Override
    public void misunderstood(PluginConnection connection, Frame.Invalid invalid, boolean first) {
        meter.count(invalid.kind());
        if (first) {
            LOG.warnf(
                    "connectionId=%s plugin=%s invalid message: %s; its runs end as runner.protocol_error, further ones are only counted",
                    connection.id(), connection.pluginName(), invalid.why());
        }
    }

    @Override
    public void roomier(PluginConnection connection) {
        registry.wake();
    }

    @Override
    public void refused(CloseReason why, String plugin, Set<String> workspaces) {
        LOG.warnf("plugin=%s refused: %s", plugin, why.reason());
        if (!workspaces.isEmpty()) {
            registry.report(new RunnerRegistry.ConnectionProblem(plugin, workspaces, why.reason()));
            board.changed();
        }
    }
}
