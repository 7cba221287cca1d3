package dev.agenthost.orchestrator.hostapi.dispatch;

/** Computes the number of bytes in a base64 text. */
public final class Base64Size {
    private Base64Size() {}

    public static long of(String base64) {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        return base64.length() * 3L / 4 - padding;
    }
}
