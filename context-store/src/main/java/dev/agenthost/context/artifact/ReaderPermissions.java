package dev.agenthost.context.artifact;

import java.util.List;

/** What people and programs may do with an artifact of their workspace: who may read may do all three. */
public final class ReaderPermissions {
    public static final List<String> ALL = List.of("metadata", "read", "link");

    private ReaderPermissions() {}
}
