package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StorageKind;

/** The access that a call needs. */
public sealed interface AccessRequest {
    record State(StateScope scope) implements AccessRequest {}

    record Storage(StorageKind kind) implements AccessRequest {}

    record History(ScopeRequest scope) implements AccessRequest {}

    record Search(ScopeRequest scope) implements AccessRequest {}

    record Event(ScopeRequest scope) implements AccessRequest {}

    record Events(ScopeRequest scope) implements AccessRequest {}

    /** Reads other runs of the same runner in the same conversation. */
    record Runs() implements AccessRequest {}

    record CancelRun() implements AccessRequest {}

    /** Reads the results of runs. */
    record RunEvents() implements AccessRequest {}

    /** Receives messages that arrived while the run was active. */
    record Steering() implements AccessRequest {}

    /** Asks a person. */
    record Interaction() implements AccessRequest {}

    /** Gives a task to another agent. */
    record Delegation(String agentId) implements AccessRequest {}

    /** Sets or cancels a timer. */
    record Timer() implements AccessRequest {}

    /** @param bytes true to read the content, false to read the metadata only */
    record Artifact(boolean bytes) implements AccessRequest {}

    /** Reads the raw payload of a platform. */
    record RawPayload() implements AccessRequest {}

    /** Uploads an artifact that is too large for a result. */
    record Upload() implements AccessRequest {}

    /** Reads the prompt of the configuration. */
    record Prompt() implements AccessRequest {}

    /** Reads all bytes of a file, for any purpose that the grant gives. */
    record File(String fileKey) implements AccessRequest {}

    /** @param operation {@code invoke}, {@code stream}, {@code rerank} */
    record Model(String modelId, String operation) implements AccessRequest {}

    /** @param operation {@code detail}, {@code call} */
    record Tool(String toolName, String operation) implements AccessRequest {}

    /** @param operation {@code list}, {@code retrieve} */
    record Knowledge(String kbId, String operation) implements AccessRequest {}
}
