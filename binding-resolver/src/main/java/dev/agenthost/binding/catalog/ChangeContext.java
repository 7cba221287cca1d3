package dev.agenthost.binding.catalog;

import java.time.Instant;

/**
 * Who changes something, for the audit.
 *
 * @param changeId makes the audit entry's id; never used twice
 * @param actor the name of the API key, never the key
 */
public record ChangeContext(String changeId, String actor, Instant at) {}
