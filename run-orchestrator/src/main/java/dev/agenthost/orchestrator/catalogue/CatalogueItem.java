package dev.agenthost.orchestrator.catalogue;

/** What a catalogue keeps. */
public interface CatalogueItem {
    String workspaceId();

    /** As it is named in its workspace. */
    String id();

    /** From 1, raised by each change. */
    int version();
}
