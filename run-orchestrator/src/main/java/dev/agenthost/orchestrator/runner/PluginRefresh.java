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
 * Asks a plugin that is ready once more what it is: one question at a time, however often it is wanted, which takes the place of a run
 * meanwhile. Where no place is free it waits for one; where no answer comes, or none that can be used, all stays as it was.
 */
final class PluginRefresh {
    private static final long PATIENCE = Duration.ofSeconds(10).toNanos();
    private static final long NONE = -1;

    private final WireLink link;
    private final ConnectionSlots seats;
    private final IntSupplier room;
    private final Consumer<JsonNode> described;
    private final Consumer<String> failed;
    private boolean wanted;
    private long asked = NONE;
    private long askedAt;

    /**
     * @param described receives the container, of any plugin
     * @param failed receives the reason why there is none
     */
    PluginRefresh(
            WireLink link,
            ConnectionSlots seats,
            IntSupplier room,
            Consumer<JsonNode> described,
            Consumer<String> failed) {
        this.link = link;
        this.seats = seats;
        this.room = room;
        this.described = described;
        this.failed = failed;
    }

    synchronized void want() {
        wanted = true;
    }

    /** Each second. */
    synchronized void check(long now) {
        if (asked != NONE && (now - askedAt > PATIENCE || !link.isOpen(asked))) {
            link.forget(asked);
            asked = NONE;
        }
        if (wanted && asked == NONE && seats.reserve(room.getAsInt())) {
            OptionalLong number =
                    link.request("get_plugin_container", JsonNodeFactory.instance.objectNode(), null, new Answer());
            wanted = number.isEmpty();
            asked = number.orElse(NONE);
            askedAt = now;
            seats.giveBack();
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
