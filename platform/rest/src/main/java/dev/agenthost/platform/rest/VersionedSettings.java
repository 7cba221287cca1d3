package dev.agenthost.platform.rest;

/**
 * Settings that exist once in a workspace.
 *
 * @param <S> the type itself
 */
public interface VersionedSettings<S extends VersionedSettings<S>> {
    /** The version from 1, raised by each change; 0 without any change. */
    int version();

    /** Returns the same settings in another version. */
    S withVersion(int newVersion);
}
