package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.orchestrator.wire.Tenant;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.id.RunnerId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One plugin process on one socket: from its registration, over its description, to the runs it is given (WIRE §4.2).
 *
 * <pre>
 *   opened ── register_plugin ──► registered ── initialize_plugin ──► initialized ── get_plugin_container ──► ready
 *      └───────── wrong key, foreign plugin, bad answer, too slow ────────► closed ◄──── silence, end of the socket ──┘
 * </pre>
 */
public final class PluginConnection {
    /** What the connection tells of itself to those who give it work. */
    public interface Observer {
        void ready(PluginConnection connection, List<String> warnings);

        /** Once, and only for a connection that was ready. */
        void gone(PluginConnection connection);

        /** Room was freed. */
        void roomier(PluginConnection connection);

        /** A handshake that was refused. */
        void refused(ClosedFor why, String plugin);
    }

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final String id;
    private final Channel channel;
    private final RunnerKeyRing keys;
    private final List<String> keysOfHandshake;
    private final String instance;
    private final Observer observer;
    private final WireLink link;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger reserved = new AtomicInteger();
    private final Map<Long, Long> left = new ConcurrentHashMap<>();
    private volatile @Nullable Registration registration;
    private volatile @Nullable RunnerKey key;
    private volatile @Nullable Plugin plugin;

    /**
     * @param keysOfHandshake the keys shown in the headers of the upgrade request
     * @param instance our own name on the wire ({@code instance_uuid})
     * @param calls serves the plugin's calls once it is registered
     */
    public PluginConnection(
            String id,
            Channel channel,
            RunnerKeyRing keys,
            List<String> keysOfHandshake,
            String instance,
            WireLink.Asked calls,
            Observer observer) {
        this.id = id;
        this.channel = channel;
        this.keys = keys;
        this.keysOfHandshake = List.copyOf(keysOfHandshake);
        this.instance = instance;
        this.observer = observer;
        this.link = new WireLink(channel::send, (request, reply) -> {
            if (request.action().equals("register_plugin")) {
                register(request, reply);
            } else if (plugin == null) {
                reply.failed("register_plugin comes first");
            } else {
                calls.asked(request, reply);
            }
        });
    }

    public String id() {
        return id;
    }

    public boolean isReady() {
        return plugin != null && !over.get();
    }

    /** What the plugin described itself as; empty before it is ready. */
    public List<RunnerDescriptor> runners() {
        Plugin described = plugin;
        return described == null ? List.of() : described.runners();
    }

    public RunnerDescriptor runner(RunnerId id) {
        return runners().stream()
                .filter(descriptor -> descriptor.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(id + " is not served here"));
    }

    public boolean serves(RunnerId runner, String workspaceId) {
        RunnerKey shown = key;
        return isReady()
                && shown != null
                && shown.mayServe(workspaceId)
                && runners().stream().anyMatch(descriptor -> descriptor.id().equals(runner));
    }

    public RunnerKey key() {
        return required(key);
    }

    /** How many more runs it takes. */
    public int free() {
        Registration registered = registration;
        return !isReady() || registered == null ? 0 : Math.max(0, registered.room() - taken());
    }

    int taken() {
        return link.inFlight() + reserved.get();
    }

    /** Takes a place for a run that is about to be sent; {@link #run} or {@link #giveBack} frees it. */
    synchronized boolean reserve() {
        boolean has = free() > 0;
        if (has) {
            reserved.incrementAndGet();
        }
        return has;
    }

    public void giveBack() {
        reserved.decrementAndGet();
        observer.roomier(this);
    }

    public void received(String text) {
        link.received(text);
    }

    /** Sends a run to the place reserved for it. @return its number on this connection, or empty where that is gone */
    public OptionalLong run(RunnerId runner, ObjectNode context, String workspaceId, WireLink.Answers answers) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("runner_name", runner.runner()).set("context", context);
        OptionalLong seqId =
                link.request("run_agent", data, new Tenant(instance, workspaceId), wakingAtTheEnd(answers));
        reserved.decrementAndGet();
        return seqId;
    }

    private WireLink.Answers wakingAtTheEnd(WireLink.Answers answers) {
        return new WireLink.Answers() {
            @Override
            public void answered(Frame.Response response, int size) {
                answers.answered(response, size);
                if (response.end() || response.failed()) {
                    observer.roomier(PluginConnection.this);
                }
            }

            @Override
            public void lost(String why) {
                answers.lost(why);
            }
        };
    }

    /**
     * The host is done with a run. The runner may not be (nothing on the wire stops it, WIRE §5.4) and holds its place until its
     * stream ends, or until its deadline has ended it in its own process.
     *
     * @param deadline on this process's monotonic clock, in nanoseconds
     */
    public void leave(long seqId, long deadline) {
        left.put(seqId, deadline + GRACE.toNanos());
    }

    /** Frees the places of runs whose runner is surely done. */
    public void check(long now) {
        boolean freed = left.entrySet().removeIf(entry -> {
            boolean due = now - entry.getValue() > 0;
            if (due) {
                link.forget(entry.getKey());
            }
            return due || !link.isOpen(entry.getKey());
        });
        if (freed && isReady()) {
            observer.roomier(this);
        }
    }

    /** Ends the connection from our side; what runs on it is lost. */
    public void end(ClosedFor why) {
        if (over.get()) {
            return;
        }
        Registration registered = registration;
        if (plugin == null) {
            observer.refused(why, registered == null ? "?" : registered.author() + "/" + registered.plugin());
        }
        channel.close(why.code(), why.reason());
        closed(why.reason());
    }

    /** The socket is gone. */
    public void closed(String why) {
        if (over.compareAndSet(false, true)) {
            if (plugin != null) {
                observer.gone(this);
            }
            link.closed(why);
        }
    }

    private void register(Frame.Request request, WireLink.Reply reply) {
        Registration shown = Registration.read(request.data(), keysOfHandshake).orElse(null);
        if (shown == null || registration != null) {
            reply.failed(shown == null ? "the plugin has no author and name" : "already registered");
            if (shown == null) {
                end(ClosedFor.BAD_HANDSHAKE);
            }
            return;
        }
        registration = shown;
        RunnerKey found = shown.key(keys).orElse(null);
        if (found == null) {
            reply.failed("wrong runner key");
            end(ClosedFor.WRONG_KEY);
        } else if (!found.mayRegister(shown.author(), shown.plugin())) {
            reply.failed("this key may not register " + shown.author() + "/" + shown.plugin());
            end(ClosedFor.NOT_ITS_PLUGIN);
        } else {
            key = found;
            reply.success(JsonNodeFactory.instance.objectNode());
            initialize(found);
        }
    }

    private void initialize(RunnerKey found) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        ObjectNode settings = data.putObject("plugin_settings");
        settings.put("enabled", true).put("priority", 0).putObject("plugin_config");
        step(
                "initialize_plugin",
                data,
                tenantOf(found),
                ignored -> step("get_plugin_container", JsonNodeFactory.instance.objectNode(), null, this::described));
    }

    /** A process that serves several workspaces is not tied to one; each of its runs names its own. */
    private @Nullable Tenant tenantOf(RunnerKey found) {
        return found.workspaces().size() == 1 && !found.workspaces().contains("*")
                ? new Tenant(instance, found.workspaces().iterator().next())
                : null;
    }

    private void described(JsonNode container) {
        Registration registered = required(registration);
        Plugin described = Plugin.read(JsonText.clean(container));
        if (!described.is(registered.author(), registered.plugin())) {
            end(ClosedFor.NOT_ITS_PLUGIN);
            return;
        }
        link.allow(registered.room());
        plugin = described;
        observer.ready(this, described.warnings());
    }

    private void step(String action, JsonNode data, @Nullable Tenant tenant, Consumer<JsonNode> next) {
        link.request(action, data, tenant, new WireLink.Answers() {
            private boolean answered;

            @Override
            public void answered(Frame.Response response, int size) {
                link.forget(response.seqId());
                if (answered || over.get()) {
                    return;
                }
                answered = true;
                if (response.failed()) {
                    end(ClosedFor.BAD_HANDSHAKE);
                } else {
                    next.accept(response.data());
                }
            }

            @Override
            public void lost(String why) {}
        });
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("not registered yet");
        }
        return value;
    }
}
