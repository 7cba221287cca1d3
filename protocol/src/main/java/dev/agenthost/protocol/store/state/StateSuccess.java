package dev.agenthost.protocol.store.state;

/** The outcome of a change; {@code success} is false if there was nothing to delete. */
public record StateSuccess(boolean success) {}
