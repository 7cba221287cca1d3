package dev.agenthost.protocol.security;

/** The outcome of verifying a token. */
public sealed interface StreamTokenVerification {
    record Valid(StreamToken token) implements StreamTokenVerification {}

    /** The token is genuine, and its time is over. */
    record Expired() implements StreamTokenVerification {}

    /** The token has no valid signature. */
    record Forged() implements StreamTokenVerification {}
}
