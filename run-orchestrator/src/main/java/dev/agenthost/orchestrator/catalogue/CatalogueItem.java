package dev.agenthost.orchestrator.catalogue;

/** An item of a catalogue. */
public interface CatalogueItem {
    String workspaceId();

    /** The name of the item in its workspace. */
    String id();

    /** From 1, raised by each change. */
    int version();
}
