package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.Tenant;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.id.RunnerId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One plugin process on one socket: with its registration, its description and its runs.
 *
 * <pre>
 *   opened ── register_plugin ──► registered ── initialize_plugin ──► initialized ── get_plugin_container ──► ready
 *      └───────── wrong key, foreign plugin, bad answer, too slow ────────► closed ◄──── silence, end of the socket ──┘
 * </pre>
 */
public final class PluginConnection extends WireConnection {
    /** Receives the events of the connection. */
    public interface Observer {
        void ready(PluginConnection connection);

        /** Called once, and only for a connection that was ready. */
        void gone(PluginConnection connection);

        /** A ready connection has a new description. */
        void changed(PluginConnection connection);

        /** A slot for a run became free. */
        void roomier(PluginConnection connection);

        /** An invalid frame; the runs that it may have been for have ended. @param first true for the first loss of this connection */
        default void misunderstood(PluginConnection connection, Frame.Invalid invalid, boolean first) {}

        /**
         * A handshake that was refused.
         *
         * @param workspaces that its key serves; none if it sent no valid key
         */
        void refused(CloseReason why, String plugin, Set<String> workspaces);
    }

    private final String instance;
    private final WireLink.RequestHandler calls;
    private final Observer observer;
    private final Handshake handshake;
    private final PluginRefresh redescription;
    private volatile @Nullable Plugin plugin;
    private volatile @Nullable String notRedescribed;

    /**
     * @param keysOfHandshake the keys in the headers of the upgrade request
     * @param instance the host's name on the wire ({@code instance_uuid})
     * @param waiting the limits of waiting frames; above them the socket is not read
     * @param calls serves the plugin's calls once it is registered
     */
    public PluginConnection(
            String id,
            Channel channel,
            RunnerKeyRing keys,
            List<String> keysOfHandshake,
            String instance,
            Backlog.Bounds waiting,
            WireLink.RequestHandler calls,
            Observer observer) {
        super(id, channel, waiting, UnaryOperator.identity(), System::nanoTime);
        this.instance = instance;
        this.calls = calls;
        this.observer = observer;
        this.handshake = new Handshake(link, keys, keysOfHandshake, instance, new ConnectionOutcome());
        this.redescription = new PluginRefresh(link, seats, this::room, this::redescribed, this::notRedescribed);
    }

    @Override
    protected void asked(Frame.Request request, WireLink.Reply reply) {
        if (request.action().equals("register_plugin")) {
            handshake.register(request, reply);
        } else if (plugin == null) {
            reply.failed("register_plugin comes first");
            if (handshake.key() == null) {
                end(CloseReason.BAD_HANDSHAKE);
            }
        } else if (request.action().equals(FileChunk.ACTION)) {
            takeFile(request, reply);
        } else {
            calls.asked(request, reply);
        }
    }

    /** Applies the progress of the handshake to this connection. */
    private final class ConnectionOutcome implements Handshake.Outcome {
        @Override
        public void admitted() {
            channel.admitted();
        }

        @Override
        public void described(Plugin described) {
            plugin = described;
            showsIcon(described);
            observer.ready(PluginConnection.this);
        }

        @Override
        public void refused(CloseReason why) {
            end(why);
        }

        @Override
        public boolean isOver() {
            return PluginConnection.this.isOver();
        }
    }

    /** Applies a new description, unless it is under another plugin name; active runs keep their grants. */
    private void redescribed(JsonNode container) {
        Registration registered = handshake.registration();
        Plugin described = Plugin.read(JsonText.clean(container));
        if (registered == null || !isReady()) {
            return;
        }
        if (!described.is(registered.author(), registered.plugin())) {
            notRedescribed("now calls itself " + described.author() + "/" + described.name());
        } else {
            notRedescribed = null;
            plugin = described;
            showsIcon(described);
            icons.again();
            observer.changed(this);
        }
    }

    /** Keeps the earlier description, and reports the reason to operators. */
    private void notRedescribed(String why) {
        if (!why.equals(notRedescribed) && isReady()) {
            notRedescribed = why;
            observer.changed(this);
        }
    }

    private void showsIcon(Plugin described) {
        icons.these(described.hasIcon() ? Set.of(pluginName()) : Set.of());
    }

    @Override
    protected OptionalLong askIcon(String ofPlugin, WireLink.Answers answers) {
        return link.request("get_plugin_icon", JsonNodeFactory.instance.objectNode(), null, answers);
    }

    @Override
    public boolean isReady() {
        return plugin != null && !isOver();
    }

    /** The runners in the plugin's description; empty before the connection is ready. */
    @Override
    public List<RunnerDescriptor> runners() {
        Plugin described = plugin;
        return described == null ? List.of() : described.runners();
    }

    /** The unusable runners of the plugin, with reasons. */
    public List<RefusedRunner> refused() {
        Plugin described = plugin;
        String failure = notRedescribed;
        List<RefusedRunner> refused = new ArrayList<>(described == null ? List.of() : described.refused());
        if (failure != null) {
            refused.add(new RefusedRunner(RefusedRunner.ANY, failure));
        }
        return refused;
    }

    /** {@code author/name}; empty before the registration. */
    public String pluginName() {
        Registration registered = handshake.registration();
        return registered == null ? "" : registered.author() + "/" + registered.plugin();
    }

    @Override
    public boolean serves(RunnerId runner, String workspaceId) {
        RunnerKey shown = handshake.key();
        return isReady()
                && shown != null
                && shown.mayServe(workspaceId)
                && runners().stream().anyMatch(descriptor -> descriptor.id().equals(runner));
    }

    @Override
    public List<Refusal> refusals() {
        return refused().stream()
                .map(runner -> new Refusal(pluginName(), runner))
                .toList();
    }

    @Override
    public Set<String> workspaces() {
        RunnerKey shown = handshake.key();
        return shown == null ? Set.of() : shown.workspaces();
    }

    @Override
    public int largestMessage() {
        Registration registered = handshake.registration();
        return registered == null ? SdkGeneration.SPECIFICATION.largestMessage() : registered.largestMessage();
    }

    @Override
    protected SdkGeneration declaredGeneration() {
        Registration registered = handshake.registration();
        return registered == null ? SdkGeneration.V0_4 : registered.generation();
    }

    @Override
    public int room() {
        Registration registered = handshake.registration();
        return !isReady() || registered == null ? 0 : registered.room();
    }

    /** Closes the connection if the frame arrives before the registration. */
    @Override
    protected void misunderstood(Frame.Invalid invalid) {
        if (handshake.key() == null) {
            end(CloseReason.BAD_HANDSHAKE);
        } else {
            observer.misunderstood(this, invalid, isFirstLoss(invalid));
        }
    }

    @Override
    public OptionalLong run(RunnerId runner, ObjectNode context, String workspaceId, WireLink.Answers answers) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("runner_id", runner.toString())
                .put("runner_name", runner.runner())
                .set("context", context);
        return seats.send(data, new Tenant(instance, workspaceId), answers);
    }

    @Override
    public void cancel(RunnerId runner, String runId, String reason) {
        Registration registered = handshake.registration();
        if (registered != null
                && registered.takesCancels()
                && isReady()
                && runner(runner)
                        .filter(found -> found.manifest().capabilities().interrupt())
                        .isPresent()) {
            link.notice(
                    "cancel_agent",
                    JsonNodeFactory.instance.objectNode().put("run_id", runId).put("reason", reason));
        }
    }

    @Override
    public void refresh(long now) {
        redescription.request();
    }

    /** Also closes a connection whose key was revoked. */
    @Override
    public void check(long now) {
        if (handshake.isRevoked()) {
            end(CloseReason.KEY_REVOKED);
            return;
        }
        super.check(now);
        if (isReady()) {
            redescription.check(now);
        }
    }

    @Override
    protected void changed() {
        observer.changed(this);
    }

    @Override
    protected void roomier() {
        observer.roomier(this);
    }

    /** Closes the connection; its runs are lost. */
    public void end(CloseReason why) {
        if (isOver()) {
            return;
        }
        Registration registered = handshake.registration();
        if (plugin == null) {
            observer.refused(why, registered == null ? "?" : pluginName(), workspaces());
        }
        channel.close(why.code(), why.reason());
        closed(why.reason());
    }

    @Override
    protected void gone(String why) {
        if (plugin != null) {
            observer.gone(this);
        }
    }
}
