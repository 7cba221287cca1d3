package dev.agenthost.protocol.stream;

/** What a token is worth. */
public sealed interface Verified {
    record Valid(StreamToken token) implements Verified {}

    /** It was ours, and its time is over. */
    record Expired() implements Verified {}

    /** It is not ours, or not what it was. */
    record Forged() implements Verified {}
}
