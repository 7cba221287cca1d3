package dev.agenthost.orchestrator.grant;

import dev.agenthost.orchestrator.grant.reach.NamedPlace;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.storage.StorageKind;

/** What a call wants to touch. */
public sealed interface Access {
    record State(StateScope scope) implements Access {}

    record Storage(StorageKind kind) implements Access {}

    record History(NamedPlace place) implements Access {}

    record Search(NamedPlace place) implements Access {}

    record Event(NamedPlace place) implements Access {}

    record Events(NamedPlace place) implements Access {}

    /** Runs other than its own: those of its runner in its conversation. */
    record Runs() implements Access {}

    record CancelRun() implements Access {}

    /** What runs have said. */
    record RunEvents() implements Access {}

    /** Messages that came while the run was at work. */
    record Steering() implements Access {}

    /** @param bytes whether what it holds is read, or only what is known of it */
    record Artifact(boolean bytes) implements Access {}

    /** What a platform really sent. */
    record RawPayload() implements Access {}

    /** To upload what is too large to come inside a result. */
    record Upload() implements Access {}

    /** The prompt of the configuration. */
    record Prompt() implements Access {}

    /** All its bytes, for any purpose that it was granted for. */
    record File(String fileKey) implements Access {}

    /** @param operation {@code invoke}, {@code stream}, {@code rerank} */
    record Model(String modelId, String operation) implements Access {}

    /** @param operation {@code detail}, {@code call} */
    record Tool(String toolName, String operation) implements Access {}

    /** @param operation {@code list}, {@code retrieve} */
    record Knowledge(String kbId, String operation) implements Access {}
}
