package dev.agenthost.context.semanticsearch.transcript;

/**
 * An entry with its vector.
 *
 * @param hash of the text of the vector
 */
public record EntryVector(long seq, long hash, float[] vector) {}
