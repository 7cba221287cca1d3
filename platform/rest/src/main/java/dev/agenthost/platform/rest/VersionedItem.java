package dev.agenthost.platform.rest;

/**
 * An object of a workspace that administrators edit.
 *
 * @param <T> the type itself
 */
public interface VersionedItem<T extends VersionedItem<T>> {
    String workspaceId();

    /** Unique in the workspace among its kind. */
    String id();

    /** The version from 1, raised by each change. */
    int version();

    /** Returns the same object in another version. */
    T withVersion(int newVersion);
}
