package dev.agenthost.protocol.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The surface of the answer and its abilities (spec 000 §5.7).
 *
 * @param replyTarget the surface's own address, opaque to every other component
 * @param maxMessageSize in characters; null where there is no limit
 */
public record DeliveryContext(
        String surface,
        @Nullable JsonNode replyTarget,
        boolean supportsStreaming,
        boolean supportsEdit,
        boolean supportsReaction,
        @Nullable Long maxMessageSize,
        ObjectNode platformCapabilities) {
    /** The surface of a delegated run: nobody sees it, and the run that delegated reads the answer. No adapter can have it. */
    public static final String DELEGATION = "host:delegation";

    public DeliveryContext {
        Fields.text(surface, "surface");
        replyTarget = Fields.nullable(replyTarget);
        platformCapabilities = Fields.object(platformCapabilities);
    }

    /** A surface that streams and can do nothing else. */
    public static DeliveryContext streaming(String surface) {
        return new DeliveryContext(surface, null, true, false, false, null, Fields.object(null));
    }
}
