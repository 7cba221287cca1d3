package dev.agenthost.protocol.store.storage;

/** Whether a change was made; false where there was nothing to delete. */
public record StorageSuccess(boolean success) {}
