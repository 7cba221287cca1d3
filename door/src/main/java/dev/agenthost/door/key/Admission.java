package dev.agenthost.door.key;

/** What the key ring says of a request. */
public sealed interface Admission {

    /** The key is known and opens this workspace. */
    record Admitted(String keyName, String workspace) implements Admission {}

    /** No bearer key was presented. */
    record NoKey() implements Admission {}

    /** A key was presented that opens nothing. */
    record WrongKey() implements Admission {}
}
