package dev.agenthost.context.meaning.work;

/**
 * An entry with its vector.
 *
 * @param hash of what was said when the vector was made
 */
public record VectoredEntry(long seq, long hash, float[] vector) {}
