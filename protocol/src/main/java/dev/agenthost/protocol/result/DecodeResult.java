package dev.agenthost.protocol.result;

/** The outcome of decoding a frame. */
public sealed interface DecodeResult {
    /** A valid payload. */
    record Known(ResultPayload payload) implements DecodeResult {}

    /** An unknown type: ignored with a warning. */
    record Unknown(String type) implements DecodeResult {}

    /** A known type with an invalid payload: dropped with a warning. {@code why} repeats nothing of it. */
    record Malformed(String type, String why) implements DecodeResult {}
}
