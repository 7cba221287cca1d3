package dev.agenthost.platform.rest;

/**
 * Settings that a workspace has once.
 *
 * @param <S> itself
 */
public interface VersionedSettings<S extends VersionedSettings<S>> {
    /** From 1, raised by each change; 0 if the workspace never set any. */
    int version();

    /** The same in another version. */
    S withVersion(int newVersion);
}
