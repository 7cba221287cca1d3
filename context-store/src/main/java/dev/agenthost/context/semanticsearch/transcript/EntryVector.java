package dev.agenthost.context.semanticsearch.transcript;

/**
 * An entry with its vector.
 *
 * @param hash of what was said when the vector was made
 */
public record EntryVector(long seq, long hash, float[] vector) {}
