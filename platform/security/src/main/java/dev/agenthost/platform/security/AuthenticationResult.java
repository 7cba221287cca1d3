package dev.agenthost.platform.security;

/** What the key ring says of a request. */
public sealed interface AuthenticationResult {

    /** The key is known. */
    record Admitted(ApiKey key) implements AuthenticationResult {}

    /** No bearer key was presented. */
    record NoKey() implements AuthenticationResult {}

    /** A key was presented that opens nothing. */
    record WrongKey() implements AuthenticationResult {}

    /** A key was presented that may open something: not all keys have been read yet since this service started. */
    record StillReading() implements AuthenticationResult {}
}
