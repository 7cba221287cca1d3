package dev.agenthost.orchestrator.context;

import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactRangeQuestion;
import dev.agenthost.protocol.store.artifact.FileContent;
import dev.agenthost.protocol.store.artifact.FileQuestion;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import dev.agenthost.protocol.store.artifact.UploadToken;
import dev.agenthost.protocol.store.history.EventPageQuestion;
import dev.agenthost.protocol.store.history.EventQuestion;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import dev.agenthost.protocol.store.skill.SkillContent;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistered;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateChanges;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateOutcome;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.protocol.store.state.StorageCall;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageSuccess;
import dev.agenthost.protocol.store.state.StorageValue;
import io.smallrye.mutiny.Uni;

/** Reads and writes the data of context-store that a run needs. A {@code Uni} fails only when context-store is unreachable. */
public interface ContextStore {
    /** Raises the run's fence to the attempt; {@code conflict} if the fence is higher already. */
    Uni<ContextStoreResponse<RunContextAnswer>> begin(RunContextQuestion question);

    Uni<ContextStoreResponse<StateValue>> get(StateCall call);

    Uni<ContextStoreResponse<StateOutcome>> set(StateCall call);

    Uni<ContextStoreResponse<StateOutcome>> delete(StateCall call);

    Uni<ContextStoreResponse<StateKeys>> list(StateCall call);

    Uni<ContextStoreResponse<StateOutcome>> apply(StateChanges changes);

    /** Returns a value; {@code not_found} if there is none. */
    Uni<ContextStoreResponse<StorageValue>> storageGet(StorageCall call);

    /** Stores a value; {@code payload_too_large} if it exceeds the quota of the owner. */
    Uni<ContextStoreResponse<StorageSuccess>> storageSet(StorageCall call);

    Uni<ContextStoreResponse<StorageSuccess>> storageDelete(StorageCall call);

    Uni<ContextStoreResponse<StorageKeys>> storageKeys(StorageCall call);

    Uni<ContextStoreResponse<HistoryPage>> history(HistoryQuestion question);

    Uni<ContextStoreResponse<HistorySearchResult>> search(HistorySearchQuestion question);

    Uni<ContextStoreResponse<AgentEventRecord>> event(EventQuestion question);

    Uni<ContextStoreResponse<EventPage>> events(EventPageQuestion question);

    Uni<ContextStoreResponse<RunResultsAnswer>> results(RunResultsQuestion question);

    /** Stores an artifact; a repetition returns the artifact of the first call. */
    Uni<ContextStoreResponse<ArtifactMetadata>> putArtifact(ArtifactPut put);

    Uni<ContextStoreResponse<ArtifactMetadata>> artifact(ArtifactQuestion question);

    Uni<ContextStoreResponse<ArtifactReadResult>> bytes(ArtifactRangeQuestion question);

    /** As {@link #artifact}, for raw payloads of platforms. */
    Uni<ContextStoreResponse<ArtifactMetadata>> rawPayload(ArtifactQuestion question);

    /** As {@link #bytes}, for raw payloads of platforms. */
    Uni<ContextStoreResponse<ArtifactReadResult>> rawBytes(ArtifactRangeQuestion question);

    /** Returns the token with which an attempt uploads artifacts itself. */
    Uni<ContextStoreResponse<UploadToken>> uploadToken(UploadGrant grant);

    /** Reads a file; {@code not_found} if there is none for these purposes. */
    Uni<ContextStoreResponse<FileContent>> file(FileQuestion question);

    /** Reads a skill; {@code not_found} if there is none or it is disabled. */
    Uni<ContextStoreResponse<SkillContent>> skill(SkillQuestion question);

    /** Registers a skill; {@code forbidden} if an operator or another runner owns one of that name. */
    Uni<ContextStoreResponse<SkillRegistered>> register(SkillRegistration registration);

    /** Retrieves knowledge; {@code not_found} if a knowledge base does not exist. */
    Uni<ContextStoreResponse<KnowledgeAnswer>> retrieve(KnowledgeQuestion question);
}
