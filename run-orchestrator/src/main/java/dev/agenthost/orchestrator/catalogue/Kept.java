package dev.agenthost.orchestrator.catalogue;

/** What a catalogue keeps. */
public interface Kept {
    String workspaceId();

    /** As it is named in its workspace. */
    String id();

    /** From 1, raised by each change. */
    int version();
}
