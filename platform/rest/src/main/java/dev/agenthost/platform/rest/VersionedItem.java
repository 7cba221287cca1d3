package dev.agenthost.platform.rest;

/**
 * An object of a workspace that people administer.
 *
 * @param <T> itself
 */
public interface VersionedItem<T extends VersionedItem<T>> {
    String workspaceId();

    /** Unique in the workspace among its kind. */
    String id();

    /** From 1, raised by each change. */
    int version();

    /** The same in another version. */
    T withVersion(int newVersion);
}
