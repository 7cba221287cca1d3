package dev.agenthost.protocol.inbound;

import java.time.Duration;

/** How much an event may hold. Larger things are kept elsewhere and travel as references. */
public final class EventLimits {

    /** A whole body at any entrance, in bytes (1 MiB). */
    public static final int BODY_BYTES = 1024 * 1024;
    /** Any id, name or type, in characters. */
    public static final int ID_CHARS = 256;
    /** What a person says in one event, in characters. */
    public static final int TEXT_CHARS = 128 * 1024;
    /** {@code data}, {@code adapter.extra} and other free objects, each, as JSON in bytes (64 KiB). */
    public static final int OBJECT_BYTES = 64 * 1024;
    /** A platform's own payload, as JSON in bytes (256 KiB); the event goes on without a larger one. */
    public static final int RAW_BYTES = 256 * 1024;
    /** Attachments of one event, and elements of its content. */
    public static final int PARTS = 100;
    /** Deduplication remembers ids for so long; older events are refused. */
    public static final Duration OLDEST = Duration.ofDays(35);
    /** How far a sender's clock may be ahead; beyond that, seconds were mistaken for milliseconds. */
    public static final Duration AHEAD = Duration.ofDays(1);

    private EventLimits() {}
}
