package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.orchestrator.wire.Tenant;
import dev.agenthost.orchestrator.wire.WireLink;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The registration of a plugin process before it gets any run: its identity, a key that permits it, and its description. */
final class Handshake {
    /** Receives the progress of the handshake. */
    interface Outcome {
        /** Called when the key of the connection is accepted. */
        void admitted();

        void described(Plugin plugin);

        void refused(CloseReason why);

        /** Returns true if the connection has ended. */
        boolean isOver();
    }

    private final WireLink link;
    private final RunnerKeyRing keys;
    private final List<String> keysOfHandshake;
    private final String instance;
    private final Outcome outcome;
    private volatile @Nullable Registration registration;
    private volatile @Nullable RunnerKey key;

    /**
     * @param keysOfHandshake the keys in the headers of the upgrade request
     * @param instance the host's name on the wire ({@code instance_uuid})
     */
    Handshake(WireLink link, RunnerKeyRing keys, List<String> keysOfHandshake, String instance, Outcome outcome) {
        this.link = link;
        this.keys = keys;
        this.keysOfHandshake = List.copyOf(keysOfHandshake);
        this.instance = instance;
        this.outcome = outcome;
    }

    @Nullable
    Registration registration() {
        return registration;
    }

    /** The key of the plugin, once a valid one has arrived. */
    @Nullable
    RunnerKey key() {
        return key;
    }

    /** Returns true if the key of this connection was revoked after its acceptance. */
    boolean isRevoked() {
        RunnerKey shown = key;
        return shown != null && !keys.stillOpens(shown);
    }

    void register(Frame.Request request, WireLink.Reply reply) {
        Registration shown = Registration.read(request.data(), keysOfHandshake).orElse(null);
        if (shown == null || registration != null) {
            reply.failed(shown == null ? "the plugin has no author and name" : "already registered");
            if (shown == null) {
                outcome.refused(CloseReason.BAD_HANDSHAKE);
            }
            return;
        }
        registration = shown;
        RunnerKey found = shown.key(keys).orElse(null);
        key = found;
        if (found == null) {
            reply.failed("wrong runner key");
            outcome.refused(keys.isComplete() ? CloseReason.WRONG_KEY : CloseReason.KEYS_NOT_READ);
        } else if (!found.mayRegister(shown.author(), shown.plugin())) {
            reply.failed("this key may not register " + shown.author() + "/" + shown.plugin());
            outcome.refused(CloseReason.NOT_ITS_PLUGIN);
        } else {
            outcome.admitted();
            reply.success(JsonNodeFactory.instance.objectNode());
            initialize(shown, found);
        }
    }

    private void initialize(Registration shown, RunnerKey found) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        ObjectNode settings = data.putObject("plugin_settings");
        settings.put("enabled", true).put("priority", 0).putObject("plugin_config");
        step(
                "initialize_plugin",
                data,
                tenantOf(found),
                ignored -> step(
                        "get_plugin_container",
                        JsonNodeFactory.instance.objectNode(),
                        null,
                        container -> described(shown, container)));
    }

    /** A process that serves several workspaces is not tied to one; each of its runs names its own. */
    private @Nullable Tenant tenantOf(RunnerKey found) {
        return found.workspaces().size() == 1 && !found.workspaces().contains("*")
                ? new Tenant(instance, found.workspaces().iterator().next())
                : null;
    }

    private void described(Registration shown, JsonNode container) {
        Plugin described = Plugin.read(JsonText.clean(container));
        if (!described.is(shown.author(), shown.plugin())) {
            outcome.refused(CloseReason.NOT_ITS_PLUGIN);
            return;
        }
        link.allow(shown.room());
        link.takes(shown.largestMessage());
        outcome.described(described);
    }

    private void step(String action, JsonNode data, @Nullable Tenant tenant, Consumer<JsonNode> next) {
        link.request(action, data, tenant, new WireLink.Answers() {
            private boolean answered;

            @Override
            public void answered(Frame.Response response, int size) {
                link.forget(response.seqId());
                if (answered || outcome.isOver()) {
                    return;
                }
                answered = true;
                if (response.failed()) {
                    outcome.refused(CloseReason.BAD_HANDSHAKE);
                } else {
                    next.accept(response.data());
                }
            }

            @Override
            public void lost(String why) {}

            @Override
            public void misunderstood(String why) {
                outcome.refused(CloseReason.BAD_HANDSHAKE);
            }
        });
    }
}
