package dev.agenthost.binding.catalog;

/**
 * Something that people keep in a workspace.
 *
 * @param <T> itself
 */
public interface VersionedDefinition<T extends VersionedDefinition<T>> {
    String workspaceId();

    /** Unique in the workspace among its kind. */
    String id();

    /** From 1, raised by each change. */
    int version();

    /** The same after a change. */
    T withVersion(int newVersion);
}
