package dev.agenthost.context.artifact;

import java.util.List;

/** Permissions of people and programs on an artifact of their workspace: every reader has all three. */
public final class ReaderPermissions {
    public static final List<String> ALL = List.of("metadata", "read", "link");

    private ReaderPermissions() {}
}
