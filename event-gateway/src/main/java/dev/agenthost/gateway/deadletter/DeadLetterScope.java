package dev.agenthost.gateway.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * The dead letters that a caller may see and redrive: those of its workspace, or with the host key all. A record whose owner
 * cannot be known is the host key's alone.
 *
 * @param workspace null for all
 */
public record DeadLetterScope(@Nullable String workspace) {
    public static final DeadLetterScope ALL = new DeadLetterScope(null);

    public boolean includes(DeadLetterRecord record) {
        return workspace == null || workspace.equals(record.workspace());
    }
}
