package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.orchestrator.wire.WireLink;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Refreshes the description of a ready plugin: one request at a time, which occupies a slot of a run. Without a free slot the request
 * waits. Without a usable response the description is unchanged.
 */
final class PluginRefresh {
    private static final long REQUEST_LIMIT = Duration.ofSeconds(10).toNanos();
    private static final long NONE = -1;

    private final WireLink link;
    private final ConnectionSlots slots;
    private final IntSupplier capacity;
    private final Consumer<JsonNode> described;
    private final Consumer<String> failed;
    private boolean requested;
    private long pending = NONE;
    private long sentAt;

    /**
     * @param described receives the container of the plugin
     * @param failed receives the reason of a failure
     */
    PluginRefresh(
            WireLink link,
            ConnectionSlots slots,
            IntSupplier capacity,
            Consumer<JsonNode> described,
            Consumer<String> failed) {
        this.link = link;
        this.slots = slots;
        this.capacity = capacity;
        this.described = described;
        this.failed = failed;
    }

    synchronized void request() {
        requested = true;
    }

    /** Called each second. */
    synchronized void check(long now) {
        if (pending != NONE && (now - sentAt > REQUEST_LIMIT || !link.isOpen(pending))) {
            link.forget(pending);
            pending = NONE;
        }
        if (requested && pending == NONE && slots.reserve(capacity.getAsInt())) {
            OptionalLong number =
                    link.request("get_plugin_container", JsonNodeFactory.instance.objectNode(), null, new Answer());
            requested = number.isEmpty();
            pending = number.orElse(NONE);
            sentAt = now;
            slots.giveBack();
        }
    }

    private final class Answer implements WireLink.Answers {
        @Override
        public void answered(Frame.Response response, int size) {
            link.forget(response.seqId());
            if (response.failed()) {
                failed.accept("get_plugin_container failed: " + TruncatedText.line(response.message()));
            } else if (!response.end()) {
                described.accept(response.data());
            }
        }

        @Override
        public void lost(String why) {}
    }
}
