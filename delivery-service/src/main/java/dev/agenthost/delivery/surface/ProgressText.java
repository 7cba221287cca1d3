package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.stream.Collectors;

/** Renders a graph of actions as plain text in no particular language: title and numbers of actions, then a line for each action. */
public final class ProgressText {
    private static final int MOST_ACTIONS = 30;
    private static final int MAX_SUMMARY = 120;

    private ProgressText() {}

    public static String of(UiProjection view) {
        String lines = view.actions().stream()
                .limit(MOST_ACTIONS)
                .map(ProgressText::line)
                .collect(Collectors.joining());
        int more = view.actions().size() - MOST_ACTIONS;
        return view.title() + " · " + numbers(view.progress()) + lines + (more > 0 ? "\n+ " + more : "");
    }

    /** The ended actions of all; those that did not run have the symbol of their lines. */
    private static String numbers(UiProjection.Progress progress) {
        int notRun = progress.skipped() + progress.canceled();
        return progress.ended() + "/" + progress.total()
                + (notRun == 0 ? "" : " · " + symbol(UiStatus.CANCELED) + " " + notRun);
    }

    private static String line(UiAction action) {
        return "\n" + symbol(action.status()) + " " + action.title() + summary(action);
    }

    private static String summary(UiAction action) {
        String text = action.resultSummary();
        if (text == null || text.isBlank()) {
            return "";
        }
        String line = text.strip().replaceAll("\\s+", " ");
        return ": " + (line.length() <= MAX_SUMMARY ? line : line.substring(0, MAX_SUMMARY - 1) + "…");
    }

    private static String symbol(UiStatus status) {
        return switch (status) {
            case PENDING -> "○";
            case RUNNING -> "…";
            case COMPLETED -> "✓";
            case FAILED -> "✗";
            case CANCELED -> "–";
            case BLOCKED -> "!";
            case WAITING -> "⏸";
        };
    }
}
