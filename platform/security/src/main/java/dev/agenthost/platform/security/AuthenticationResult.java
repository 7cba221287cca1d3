package dev.agenthost.platform.security;

/** The outcome of checking a request's API key. */
public sealed interface AuthenticationResult {

    /** The key is known. */
    record Admitted(ApiKey key) implements AuthenticationResult {}

    /** The request has no bearer key. */
    record NoKey() implements AuthenticationResult {}

    /** The key is unknown or revoked. */
    record WrongKey() implements AuthenticationResult {}

    /** The key is unknown so far: this service has not read all keys since its start. */
    record StillReading() implements AuthenticationResult {}
}
