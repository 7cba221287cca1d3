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
import dev.agenthost.protocol.store.artifact.UploadGrant;
import dev.agenthost.protocol.store.artifact.UploadToken;
import dev.agenthost.protocol.store.file.FileContent;
import dev.agenthost.protocol.store.file.FileQuestion;
import dev.agenthost.protocol.store.history.EventPageQuestion;
import dev.agenthost.protocol.store.history.EventQuestion;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import dev.agenthost.protocol.store.history.HistorySearchQuestion;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import dev.agenthost.protocol.store.results.RunResultsAnswer;
import dev.agenthost.protocol.store.results.RunResultsQuestion;
import dev.agenthost.protocol.store.skill.SkillContent;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistered;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateSuccess;
import dev.agenthost.protocol.store.state.StateValue;
import dev.agenthost.protocol.store.storage.StorageCall;
import dev.agenthost.protocol.store.storage.StorageKeys;
import dev.agenthost.protocol.store.storage.StorageSuccess;
import dev.agenthost.protocol.store.storage.StorageValue;
import io.smallrye.mutiny.Uni;

/** What context-store keeps, as far as a run needs it. A {@code Uni} fails only when context-store cannot be asked. */
public interface RunMemory {
    /** Raises the run's fence to the attempt; {@code conflict} where a higher one has been there. */
    Uni<StoreAnswer<RunContextAnswer>> begin(RunContextQuestion question);

    Uni<StoreAnswer<StateValue>> get(StateCall call);

    Uni<StoreAnswer<StateSuccess>> set(StateCall call);

    Uni<StoreAnswer<StateSuccess>> delete(StateCall call);

    Uni<StoreAnswer<StateKeys>> list(StateCall call);

    /** {@code not_found} where there is none. */
    Uni<StoreAnswer<StorageValue>> storageGet(StorageCall call);

    /** {@code payload_too_large} where the owner's quota has no room. */
    Uni<StoreAnswer<StorageSuccess>> storageSet(StorageCall call);

    Uni<StoreAnswer<StorageSuccess>> storageDelete(StorageCall call);

    Uni<StoreAnswer<StorageKeys>> storageKeys(StorageCall call);

    Uni<StoreAnswer<HistoryPage>> history(HistoryQuestion question);

    Uni<StoreAnswer<HistorySearchResult>> search(HistorySearchQuestion question);

    Uni<StoreAnswer<AgentEventRecord>> event(EventQuestion question);

    Uni<StoreAnswer<EventPage>> events(EventPageQuestion question);

    Uni<StoreAnswer<RunResultsAnswer>> results(RunResultsQuestion question);

    /** Keeps what was made, or finds what is named. */
    Uni<StoreAnswer<ArtifactMetadata>> keep(ArtifactPut put);

    Uni<StoreAnswer<ArtifactMetadata>> artifact(ArtifactQuestion question);

    Uni<StoreAnswer<ArtifactReadResult>> bytes(ArtifactRangeQuestion question);

    /** As {@link #artifact}, for a run that may see what platforms sent. */
    Uni<StoreAnswer<ArtifactMetadata>> rawPayload(ArtifactQuestion question);

    /** As {@link #bytes}, for a run that may see what platforms sent. */
    Uni<StoreAnswer<ArtifactReadResult>> rawBytes(ArtifactRangeQuestion question);

    /** What lets an attempt upload artifacts by itself. */
    Uni<StoreAnswer<UploadToken>> uploadToken(UploadGrant grant);

    /** {@code not_found} where there is none for these purposes. */
    Uni<StoreAnswer<FileContent>> file(FileQuestion question);

    /** {@code not_found} where there is none, or it is turned off. */
    Uni<StoreAnswer<SkillContent>> skill(SkillQuestion question);

    /** {@code forbidden} where a person or another runner has one of that name. */
    Uni<StoreAnswer<SkillRegistered>> register(SkillRegistration registration);

    /** {@code not_found} where a knowledge base is not there. */
    Uni<StoreAnswer<KnowledgeAnswer>> retrieve(KnowledgeQuestion question);
}
