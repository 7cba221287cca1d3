package dev.agenthost.context.transcript;

/**
 * An entry that a search found.
 *
 * @param score higher is better; comparable within one answer only
 */
public record SearchHit(NumberedEntry entry, double score) {}
