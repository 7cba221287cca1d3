package dev.agenthost.gateway.rawpayload;

/**
 * What one entrance may have under way to the store. Each has its own, so that a flood at one leaves the other what it had.
 *
 * @param connections questions at once
 * @param questions at once and waiting for a connection, together; more are not asked
 * @param bytes of their bodies, together; more are not asked
 */
public record RawPayloadCapacity(int connections, int questions, long bytes) {
    private static final long MIB = 1024 * 1024;

    /** Of callers by HTTP, who wait: what would wait for long is not asked at all. */
    public static final RawPayloadCapacity PROMPT = new RawPayloadCapacity(8, 64, 16 * MIB);

    /** Of adapters' records: as many as are at work at once. */
    public static final RawPayloadCapacity PATIENT = new RawPayloadCapacity(8, 256, 24 * MIB);

    public RawPayloadCapacity {
        if (connections < 1 || questions < connections || bytes < 1) {
            throw new IllegalArgumentException("a share must have room");
        }
    }
}
