package dev.agenthost.door.key;

/** What the key ring says of a request. */
public sealed interface Admission {

    /** The key is known. */
    record Admitted(ApiKey key) implements Admission {}

    /** No bearer key was presented. */
    record NoKey() implements Admission {}

    /** A key was presented that opens nothing. */
    record WrongKey() implements Admission {}

    /** A key was presented that may open something: not all keys have been read yet since this service started. */
    record StillReading() implements Admission {}
}
