package dev.agenthost.context.datalifecycle;

/**
 * The counts of erased records by class.
 *
 * @param events events of the log; results and receipts likewise
 * @param transcript entries, with their search terms
 * @param artifactBytes freed bytes, to which nothing else in the workspace refers
 */
public record ErasureReceipt(
        long events, long results, long receipts, long transcript, long artifacts, long artifactBytes, long state) {
    public static final ErasureReceipt NONE = new ErasureReceipt(0, 0, 0, 0, 0, 0, 0);

    public static ErasureReceipt ofLog(long events, long results, long receipts) {
        return new ErasureReceipt(events, results, receipts, 0, 0, 0, 0);
    }

    public static ErasureReceipt ofTranscript(long entries) {
        return new ErasureReceipt(0, 0, 0, entries, 0, 0, 0);
    }

    public static ErasureReceipt ofArtifacts(long artifacts, long bytes) {
        return new ErasureReceipt(0, 0, 0, 0, artifacts, bytes, 0);
    }

    public static ErasureReceipt ofState(long values) {
        return new ErasureReceipt(0, 0, 0, 0, 0, 0, values);
    }

    public ErasureReceipt plus(ErasureReceipt more) {
        return new ErasureReceipt(
                events + more.events,
                results + more.results,
                receipts + more.receipts,
                transcript + more.transcript,
                artifacts + more.artifacts,
                artifactBytes + more.artifactBytes,
                state + more.state);
    }
}
