package dev.agenthost.actiongraph.result;

/**
 * Estimates the number of tokens that a text takes in a request. An implementation is pure, and a text has no fewer tokens than a part of
 * it.
 */
@FunctionalInterface
public interface TokenEstimator {
    /** An estimate that suits any model: one token for each three bytes of UTF-8, rounded up. */
    TokenEstimator BYTES = text -> (Utf8Length.of(text) + 2) / 3;

    /** The number of tokens, 0 for an empty text. */
    int tokens(String text);
}
