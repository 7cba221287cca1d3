package dev.agenthost.context.transcript;

/**
 * An entry that a search found.
 *
 * @param score how well it fits: more is better; comparable within one answer only
 */
public record SearchHit(NumberedEntry entry, double score) {}
