package dev.agenthost.protocol.context;

/** The owners whose storage the run may use (spec 000 §6). */
public record StorageResource(boolean pluginStorage, boolean workspaceStorage) {
    private static final StorageResource NONE = new StorageResource(false, false);

    public static StorageResource none() {
        return NONE;
    }
}
