package dev.agenthost.protocol.event;

import java.time.Duration;

/** The limits of an event. Larger data is stored elsewhere and referenced. */
public final class EventLimits {

    /** A whole body at any entrance, in bytes (1 MiB). */
    public static final int BODY_BYTES = 1024 * 1024;
    /** Any id, name or type, in characters. */
    public static final int ID_CHARS = 256;
    /** The text of one event, in characters. */
    public static final int TEXT_CHARS = 128 * 1024;
    /** {@code data}, {@code adapter.extra} and other free objects, each, as JSON in bytes (64 KiB). */
    public static final int OBJECT_BYTES = 64 * 1024;
    /** A platform's own payload, as JSON in bytes (256 KiB); a larger one is dropped, and the event continues without it. */
    public static final int RAW_BYTES = 256 * 1024;
    /** Attachments of one event, and elements of its content. */
    public static final int PARTS = 100;
    /** Time for which deduplication stores ids; older events are refused. */
    public static final Duration OLDEST = Duration.ofDays(35);
    /** Most lead of a sender's clock; a larger lead indicates milliseconds, not seconds. */
    public static final Duration AHEAD = Duration.ofDays(1);

    private EventLimits() {}
}
