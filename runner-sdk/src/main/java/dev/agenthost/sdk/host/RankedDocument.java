package dev.agenthost.sdk.host;

/**
 * A document's position in a ranking.
 *
 * @param index its position in the given list, from 0
 */
public record RankedDocument(int index, double relevanceScore) {}
