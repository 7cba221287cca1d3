package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.WireConnection;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.id.RunnerId;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One socket to a runtime: with the start-up, the list of its runners and their runs.
 *
 * <pre>
 *   opened ── __ping, set_runtime_config, list_plugins ──► ready ── list_agent_runners and list_plugins, again and again
 *      └────────── refused, too slow ──────► ended ◄────── pings unanswered, superseded, end of the socket ──┘
 * </pre>
 */
public final class RuntimeConnection extends WireConnection {
    /** The most concurrent runs, of 128 requests that a runtime accepts: one ping and one list request go beside. */
    public static final int ROOM = 126;

    /** Serves the requests of plugins. */
    public interface Calls {
        /** @param from a test for the runners whose runs the call may act for */
        void asked(String connectionId, Frame.Request request, Predicate<RunnerId> from, WireLink.Reply reply);
    }

    /** Receives the events of the connection. */
    public interface Observer {
        void ready(RuntimeConnection connection);

        /** The list of runners of the runtime changed. */
        void changed(RuntimeConnection connection);

        void roomier(RuntimeConnection connection);

        /** An invalid frame; the runs that it may have been for have ended. @param first true for the first loss of this connection */
        default void misunderstood(RuntimeConnection connection, Frame.Invalid invalid, boolean first) {}

        /** Called once, also for a connection that was never ready. */
        void ended(RuntimeConnection connection, String why);
    }

    private final RuntimeSettings settings;
    private final RuntimeIdentity identity;
    private final Calls calls;
    private final Observer observer;
    private final PluginSettings plugins;
    private final PluginCallerResolver callers;
    private final RuntimeMaintenance upkeep;

    /**
     * @param waiting the limits of waiting frames; above them the socket is not read
     * @param nanos this process's monotonic clock
     */
    RuntimeConnection(
            String id,
            Channel channel,
            RuntimeSettings settings,
            RuntimeIdentity identity,
            RuntimeTiming pace,
            Backlog.Bounds waiting,
            Calls calls,
            Observer observer,
            LongSupplier nanos) {
        super(id, channel, waiting, RuntimeConnection::worded, nanos);
        this.settings = settings;
        this.identity = identity;
        this.calls = calls;
        this.observer = observer;
        this.plugins = new PluginSettings(settings, identity);
        this.callers = new PluginCallerResolver(settings, identity);
        this.link.takes(settings.generation().largestMessage());
        this.upkeep = new RuntimeMaintenance(link, settings, identity, pace, nanos, new Found());
    }

    /** Adds the code to the text: a runtime forwards only the text of an error. */
    private static AgentApiError worded(AgentApiError error) {
        return new AgentApiError(
                error.code(), error.code() + ": " + error.message(), error.retryable(), error.details());
    }

    void open() {
        upkeep.open();
    }

    /** Called several times a second. A runtime does not count as silent while the host does not read, once it has started. */
    void tick(long now) {
        if (!isOver() && !(upkeep.isStarted() && isHeld())) {
            upkeep.tick(now);
        }
    }

    /** Notes that a caller needs a runner that may have been started since. */
    void wanted(long now) {
        upkeep.wanted(now);
    }

    /** Applies the outcome of the maintenance to this connection. */
    private final class Found implements RuntimeMaintenance.Outcome {
        @Override
        public void started() {
            observer.ready(RuntimeConnection.this);
        }

        @Override
        public void changed() {
            icons.these(runners().stream().map(runner -> runner.id().plugin()).collect(Collectors.toSet()));
            observer.changed(RuntimeConnection.this);
        }

        @Override
        public void failed(String why) {
            end(why);
        }

        @Override
        public boolean isOver() {
            return RuntimeConnection.this.isOver();
        }
    }

    @Override
    protected void asked(Frame.Request request, WireLink.Reply reply) {
        if (request.action().equals(FileChunk.ACTION)) {
            takeFile(request, reply);
        } else if (!PluginSettings.isAboutThem(request.action())) {
            calls.asked(id(), request, callers.of(request), reply);
        } else if (plugins.answer(request, reply)) {
            upkeep.hint();
        }
    }

    @Override
    protected void misunderstood(Frame.Invalid invalid) {
        observer.misunderstood(this, invalid, isFirstLoss(invalid));
    }

    @Override
    protected void changed() {
        observer.changed(this);
    }

    @Override
    protected void roomier() {
        observer.roomier(this);
    }

    @Override
    protected void gone(String why) {
        observer.ended(this, why);
    }

    @Override
    protected int requestsBesideRuns() {
        return upkeep.inFlight();
    }

    /** Closes the connection; its runs are lost. */
    public void end(String why) {
        if (!isOver()) {
            channel.close(1000, why);
            closed(why);
        }
    }

    @Override
    public boolean isReady() {
        return upkeep.isStarted() && !isOver();
    }

    public RuntimeSettings settings() {
        return settings;
    }

    @Override
    public List<RunnerDescriptor> runners() {
        return upkeep.listed().runners();
    }

    @Override
    protected OptionalLong askIcon(String plugin, WireLink.Answers answers) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        int slash = plugin.indexOf('/');
        data.put("plugin_author", plugin.substring(0, slash)).put("plugin_name", plugin.substring(slash + 1));
        return link.request("get_plugin_icon", data, identity.bridge(), answers);
    }

    @Override
    public List<Refusal> refusals() {
        return upkeep.refused();
    }

    @Override
    public Set<String> workspaces() {
        return Set.of(settings.workspace());
    }

    @Override
    public int largestMessage() {
        return settings.generation().largestMessage();
    }

    @Override
    protected SdkGeneration declaredGeneration() {
        return settings.generation();
    }

    @Override
    public boolean serves(RunnerId runner, String workspaceId) {
        return isReady()
                && settings.workspace().equals(workspaceId)
                && runner(runner).isPresent();
    }

    @Override
    public int room() {
        return isReady() ? ROOM : 0;
    }

    @Override
    public OptionalLong run(RunnerId runner, ObjectNode context, String workspaceId, WireLink.Answers answers) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("runner_id", runner.toString())
                .put("plugin_author", runner.author())
                .put("plugin_name", runner.name())
                .put("runner_name", runner.runner())
                .set("context", context);
        return seats.send(data, identity.bridge(), answers);
    }

    @Override
    public void refresh(long now) {
        wanted(now);
        icons.again();
    }
}
