package dev.agenthost.protocol.store.state;

/**
 * The outcome of a change in context-store.
 *
 * @param success false if there was nothing to delete
 * @param audited true if the entry of the call is stored with the change; an earlier version stores none
 */
public record StateOutcome(boolean success, boolean audited) {}
