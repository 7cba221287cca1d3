package dev.agenthost.sdk;

import org.jspecify.annotations.Nullable;

/**
 * A run in the host's view.
 *
 * @param status for instance {@code running}, {@code cancelled}
 * @param cancelRequestedAt epoch seconds; null if no cancellation was requested
 */
public record RunView(String runId, String status, @Nullable Long cancelRequestedAt) {
    /** Returns true if the host has cancelled the run or received a request to cancel it. */
    public boolean isCancelled() {
        return cancelRequestedAt != null || status.equals("cancelled");
    }
}
