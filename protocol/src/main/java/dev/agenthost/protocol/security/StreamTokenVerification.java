package dev.agenthost.protocol.security;

/** What a token is worth. */
public sealed interface StreamTokenVerification {
    record Valid(StreamToken token) implements StreamTokenVerification {}

    /** It was ours, and its time is over. */
    record Expired() implements StreamTokenVerification {}

    /** It is not ours, or not what it was. */
    record Forged() implements StreamTokenVerification {}
}
