package dev.agenthost.binding.catalog;

import java.time.Instant;

/**
 * The actor and time of a change, for the audit.
 *
 * @param changeId becomes the audit entry's id; never used twice
 * @param actor the id of the API key, never its secret
 */
public record ChangeContext(String changeId, String actor, Instant at) {}
