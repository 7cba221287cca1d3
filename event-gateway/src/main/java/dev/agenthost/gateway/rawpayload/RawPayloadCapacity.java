package dev.agenthost.gateway.rawpayload;

/**
 * The capacity of one entrance for requests to the store. Each entrance has its own, so that a flood at one does not
 * affect the other.
 *
 * @param connections concurrent requests
 * @param questions concurrent requests and those that wait for a connection, together; further ones are not sent
 * @param bytes of their bodies, together; further ones are not sent
 */
public record RawPayloadCapacity(int connections, int questions, long bytes) {
    private static final long MIB = 1024 * 1024;

    /** Capacity for HTTP callers, who wait: a request that would wait for long is not sent. */
    public static final RawPayloadCapacity PROMPT = new RawPayloadCapacity(8, 64, 16 * MIB);

    /** Capacity for adapters' records: as many as are processed concurrently. */
    public static final RawPayloadCapacity PATIENT = new RawPayloadCapacity(8, 256, 24 * MIB);

    public RawPayloadCapacity {
        if (connections < 1 || questions < connections || bytes < 1) {
            throw new IllegalArgumentException("The bytes of a share must be positive");
        }
    }
}
