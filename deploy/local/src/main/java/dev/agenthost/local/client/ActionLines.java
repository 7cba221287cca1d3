package dev.agenthost.local.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The actions of graphs on a terminal: one line for each action whose status has changed.
 *
 * @param statuses the printed status of each action, by the ids of graph and action
 */
record ActionLines(Map<String, UiStatus> statuses) {
    static final ActionLines NONE = new ActionLines(Map.of());

    private static final int MAX_SUMMARY = 100;

    ActionLines {
        statuses = Map.copyOf(statuses);
    }

    /** The lines to print, and the state after them. */
    record Printed(String lines, ActionLines next) {}

    /** Applies the next view of a graph; a payload that is none prints nothing. */
    Printed after(@Nullable JsonNode payload) {
        try {
            return after(UiProjection.read(payload));
        } catch (UndecodableException e) {
            return new Printed("", this);
        }
    }

    private Printed after(UiProjection view) {
        Map<String, UiStatus> now = new HashMap<>(statuses);
        StringBuilder lines = new StringBuilder();
        for (UiAction action : view.actions()) {
            UiStatus before = now.put(view.runId() + "/" + action.id(), action.status());
            if (action.status() != (before == null ? UiStatus.PENDING : before)) {
                lines.append("  %-9s  %s%s%n".formatted(word(action), action.title(), summary(action)));
            }
        }
        return new Printed(lines.toString(), new ActionLines(now));
    }

    private static String word(UiAction action) {
        return action.skipped() ? "skipped" : action.status().wire();
    }

    private static String summary(UiAction action) {
        String text = action.resultSummary();
        if (text == null || text.isBlank()) {
            return "";
        }
        String line = text.strip().replaceAll("\\s+", " ");
        return ": " + (line.length() <= MAX_SUMMARY ? line : line.substring(0, MAX_SUMMARY - 1) + "…");
    }
}
