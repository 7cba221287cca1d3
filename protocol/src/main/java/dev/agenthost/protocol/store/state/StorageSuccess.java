package dev.agenthost.protocol.store.state;

/** Whether a change was made; false where there was nothing to delete. */
public record StorageSuccess(boolean success) {}
