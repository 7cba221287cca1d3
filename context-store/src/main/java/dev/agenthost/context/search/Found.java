package dev.agenthost.context.search;

import dev.agenthost.context.history.NumberedEntry;

/**
 * An entry that a search found.
 *
 * @param score how well it fits: more is better; comparable within one answer only
 */
public record Found(NumberedEntry entry, double score) {}
