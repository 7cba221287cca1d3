package dev.agenthost.context.datalifecycle;

/**
 * The receipt: how much there was of each class.
 *
 * @param events of the log, and so on by kind
 * @param transcript entries, with their search terms
 * @param artifactBytes that nobody else in the workspace refers to
 */
public record ErasureReceipt(
        long events, long results, long receipts, long transcript, long artifacts, long artifactBytes, long state) {}
