package dev.agenthost.actiongraph.action;

import org.jspecify.annotations.Nullable;

/**
 * The words about an action. All are optional.
 *
 * @param title short name for people
 * @param text the work that the action does; observations repeat it
 * @param reason the purpose of the action
 * @param operation verb of the domain, such as {@code review_code}
 */
public record ActionDescription(
        @Nullable String title,
        @Nullable String text,
        @Nullable String reason,
        @Nullable String operation) {
    public static final int MAX_TITLE = 200;
    public static final int MAX_TEXT = 4_000;

    /** A description with a title only. */
    public static ActionDescription titled(@Nullable String title) {
        return new ActionDescription(title, null, null, null);
    }
}
