package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.markdown.VisibleText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The note for a graph whose declaration has none (spec 001, Visible Note): its title, or the titles of its first actions. An action without a
 * title is named by its id and by what executes it. The note has no words of the runtime, which does not know the language of the person.
 */
final class RequiredNote {
    private static final int MOST_TITLES = 3;

    private RequiredNote() {}

    /** Returns true for a graph that is durable, has several actions of agents, or is risky. */
    static boolean isRequired(Envelope envelope, long delegations, boolean isRisky) {
        return envelope.persist() || delegations > 1 || isRisky;
    }

    static String text(Envelope envelope, List<Action> actions) {
        String title = VisibleText.orNull(envelope.title());
        if (title != null) {
            return title;
        }
        String titles =
                actions.stream().limit(MOST_TITLES).map(RequiredNote::title).collect(Collectors.joining(", "));
        return actions.size() > MOST_TITLES ? titles + " …" : titles;
    }

    private static String title(Action action) {
        String title = VisibleText.orNull(action.description().title());
        return title == null ? action.id().replace('_', ' ') + target(action) : title;
    }

    private static String target(Action action) {
        ExecutorRequest executor = action.executor();
        if (executor == null
                || executor.target().equals(ExecutorRequest.AUTO)
                || executor.target().equals(action.id())) {
            return "";
        }
        return " (" + executor.target() + ")";
    }
}
