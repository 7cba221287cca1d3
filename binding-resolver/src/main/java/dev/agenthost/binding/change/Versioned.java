package dev.agenthost.binding.change;

/**
 * Something that people keep in a workspace.
 *
 * @param <T> itself
 */
public interface Versioned<T extends Versioned<T>> {
    String workspaceId();

    /** Unique in the workspace among its kind. */
    String id();

    /** From 1, raised by each change. */
    int version();

    /** The same after a change. */
    T withVersion(int newVersion);
}
