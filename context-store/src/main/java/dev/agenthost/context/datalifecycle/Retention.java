package dev.agenthost.context.datalifecycle;

import dev.agenthost.platform.rest.VersionedSettings;

/**
 * The retention that a workspace has set.
 *
 * @param version 0 if it never set any
 */
public record Retention(RetentionDays own, int version) implements VersionedSettings<Retention> {
    public static final Retention NONE = new Retention(RetentionDays.NONE, 0);

    @Override
    public Retention withVersion(int newVersion) {
        return new Retention(own, newVersion);
    }
}
