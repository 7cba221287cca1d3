package dev.agenthost.protocol.result;

/** What became of a frame. */
public sealed interface DecodeResult {
    /** It says this. */
    record Known(ResultPayload payload) implements DecodeResult {}

    /** A type we do not know: ignored with a warning. */
    record Unknown(String type) implements DecodeResult {}

    /** A type we know with a payload that it may not have: dropped with a warning. {@code why} repeats nothing of it. */
    record Malformed(String type, String why) implements DecodeResult {}
}
