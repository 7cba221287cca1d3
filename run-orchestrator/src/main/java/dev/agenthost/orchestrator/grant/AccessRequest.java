package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StorageKind;

/** What a call wants to touch. */
public sealed interface AccessRequest {
    record State(StateScope scope) implements AccessRequest {}

    record Storage(StorageKind kind) implements AccessRequest {}

    record History(ScopeRequest place) implements AccessRequest {}

    record Search(ScopeRequest place) implements AccessRequest {}

    record Event(ScopeRequest place) implements AccessRequest {}

    record Events(ScopeRequest place) implements AccessRequest {}

    /** Runs other than its own: those of its runner in its conversation. */
    record Runs() implements AccessRequest {}

    record CancelRun() implements AccessRequest {}

    /** What runs have said. */
    record RunEvents() implements AccessRequest {}

    /** Messages that came while the run was at work. */
    record Steering() implements AccessRequest {}

    /** @param bytes whether what it holds is read, or only what is known of it */
    record Artifact(boolean bytes) implements AccessRequest {}

    /** What a platform really sent. */
    record RawPayload() implements AccessRequest {}

    /** To upload what is too large to come inside a result. */
    record Upload() implements AccessRequest {}

    /** The prompt of the configuration. */
    record Prompt() implements AccessRequest {}

    /** All its bytes, for any purpose that it was granted for. */
    record File(String fileKey) implements AccessRequest {}

    /** @param operation {@code invoke}, {@code stream}, {@code rerank} */
    record Model(String modelId, String operation) implements AccessRequest {}

    /** @param operation {@code detail}, {@code call} */
    record Tool(String toolName, String operation) implements AccessRequest {}

    /** @param operation {@code list}, {@code retrieve} */
    record Knowledge(String kbId, String operation) implements AccessRequest {}
}
