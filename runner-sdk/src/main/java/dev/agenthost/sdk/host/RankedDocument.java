package dev.agenthost.sdk.host;

/**
 * A document's place in a ranking.
 *
 * @param index its place in the list that was given, from 0
 */
public record RankedDocument(int index, double relevanceScore) {}
