package dev.agenthost.sdk;

import org.jspecify.annotations.Nullable;

/**
 * A run as the host sees it.
 *
 * @param status for instance {@code running}, {@code cancelled}
 * @param cancelRequestedAt epoch seconds; null where nobody asked
 */
public record RunView(String runId, String status, @Nullable Long cancelRequestedAt) {
    /** Whether the host wants it to stop. */
    public boolean isCancelled() {
        return cancelRequestedAt != null || status.equals("cancelled");
    }
}
