package dev.agenthost.orchestrator.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.JsonText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reduces a run context to the size limit of one message of the runner's SDK. Parts that the runner can request are omitted, the
 * largest first: values of the state ({@code state_get}) and the data of the event ({@code event_get}). {@code
 * runtime.metadata.left_out} names the omitted parts.
 */
public final class ContextSize {
    private record Part(ObjectNode parent, String name, String path, long bytes, boolean isEvent) {}

    private ContextSize() {}

    /** @return false if the context is still too large */
    public static boolean fit(ObjectNode context, int bytes) {
        if (JsonText.fits(context, bytes)) {
            return true;
        }
        long over = JsonText.bytes(context) - bytes;
        for (Part part : parts(context)) {
            if (over <= 0) {
                break;
            }
            if (part.isEvent()) {
                part.parent().putObject(part.name());
            } else {
                part.parent().remove(part.name());
            }
            leftOut(context).add(part.path());
            over = JsonText.bytes(context) - bytes;
        }
        return over <= 0;
    }

    private static List<Part> parts(ObjectNode context) {
        List<Part> parts = new ArrayList<>();
        for (var scope : context.path("state").properties()) {
            if (scope.getValue() instanceof ObjectNode values) {
                values.properties()
                        .forEach(value -> parts.add(new Part(
                                values,
                                value.getKey(),
                                "state." + scope.getKey() + "." + value.getKey(),
                                JsonText.bytes(value.getValue()),
                                false)));
            }
        }
        if (context.get("event") instanceof ObjectNode event
                && !event.path("data").isEmpty()) {
            parts.add(new Part(event, "data", "event.data", JsonText.bytes(event.path("data")), true));
        }
        parts.sort(Comparator.comparingLong(Part::bytes).reversed());
        return parts;
    }

    private static ArrayNode leftOut(ObjectNode context) {
        JsonNode runtime = context.path("runtime");
        return (runtime instanceof ObjectNode known ? known : context.putObject("runtime"))
                .withObject("metadata")
                .withArray("left_out");
    }
}
