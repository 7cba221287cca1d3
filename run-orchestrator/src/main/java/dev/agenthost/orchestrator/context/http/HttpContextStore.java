package dev.agenthost.orchestrator.context.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.hostapi.HistorySearchResult;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
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
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.net.URI;

/** {@link ContextStore} over context-store's internal REST. */
public final class HttpContextStore implements ContextStore {
    /** The most concurrent transfers of storage values: each may be 14 MiB of text in both services. */
    private static final int VALUES_AT_ONCE = 2;

    private final ContextStoreClient store;
    private final ContextStoreClient storage;

    public HttpContextStore(Vertx vertx, HttpClientOptions options, URI base, String internalKey) {
        this.store = new ContextStoreClient(vertx, options, base, internalKey);
        this.storage = new ContextStoreClient(
                vertx, new HttpClientOptions(options).setMaxPoolSize(VALUES_AT_ONCE), base, internalKey);
    }

    @Override
    public Uni<ContextStoreResponse<RunContextAnswer>> begin(RunContextQuestion question) {
        return store.post("/internal/v1/run-context", question, RunContextAnswer.class);
    }

    @Override
    public Uni<ContextStoreResponse<StateValue>> get(StateCall call) {
        return store.post("/internal/v1/state/get", call, StateValue.class);
    }

    @Override
    public Uni<ContextStoreResponse<StateOutcome>> set(StateCall call) {
        return store.post("/internal/v1/state/set", call, StateOutcome.class);
    }

    @Override
    public Uni<ContextStoreResponse<StateOutcome>> delete(StateCall call) {
        return store.post("/internal/v1/state/delete", call, StateOutcome.class);
    }

    @Override
    public Uni<ContextStoreResponse<StateKeys>> list(StateCall call) {
        return store.post("/internal/v1/state/list", call, StateKeys.class);
    }

    @Override
    public Uni<ContextStoreResponse<StateOutcome>> apply(StateChanges changes) {
        return store.post("/internal/v1/state/apply", changes, StateOutcome.class);
    }

    @Override
    public Uni<ContextStoreResponse<StorageValue>> storageGet(StorageCall call) {
        return storage.post("/internal/v1/storage/get", call, StorageValue.class);
    }

    @Override
    public Uni<ContextStoreResponse<StorageSuccess>> storageSet(StorageCall call) {
        return storage.post("/internal/v1/storage/set", call, StorageSuccess.class);
    }

    @Override
    public Uni<ContextStoreResponse<StorageSuccess>> storageDelete(StorageCall call) {
        return storage.post("/internal/v1/storage/delete", call, StorageSuccess.class);
    }

    @Override
    public Uni<ContextStoreResponse<StorageKeys>> storageKeys(StorageCall call) {
        return storage.post("/internal/v1/storage/keys", call, StorageKeys.class);
    }

    @Override
    public Uni<ContextStoreResponse<HistoryPage>> history(HistoryQuestion question) {
        return store.post("/internal/v1/history/page", question, HistoryPage.class);
    }

    @Override
    public Uni<ContextStoreResponse<HistorySearchResult>> search(HistorySearchQuestion question) {
        return store.post("/internal/v1/history/search", question, HistorySearchResult.class);
    }

    @Override
    public Uni<ContextStoreResponse<AgentEventRecord>> event(EventQuestion question) {
        return store.post("/internal/v1/events/get", question, AgentEventRecord.class);
    }

    @Override
    public Uni<ContextStoreResponse<EventPage>> events(EventPageQuestion question) {
        return store.post("/internal/v1/events/page", question, EventPage.class);
    }

    @Override
    public Uni<ContextStoreResponse<RunResultsAnswer>> results(RunResultsQuestion question) {
        return store.post("/internal/v1/runs/results", question, RunResultsAnswer.class);
    }

    @Override
    public Uni<ContextStoreResponse<ArtifactMetadata>> putArtifact(ArtifactPut put) {
        return store.post("/internal/v1/artifacts/put", put, ArtifactMetadata.class);
    }

    @Override
    public Uni<ContextStoreResponse<ArtifactMetadata>> artifact(ArtifactQuestion question) {
        return store.post("/internal/v1/artifacts/metadata", question, ArtifactMetadata.class);
    }

    @Override
    public Uni<ContextStoreResponse<ArtifactReadResult>> bytes(ArtifactRangeQuestion question) {
        return store.post("/internal/v1/artifacts/read", question, ArtifactReadResult.class);
    }

    @Override
    public Uni<ContextStoreResponse<ArtifactMetadata>> rawPayload(ArtifactQuestion question) {
        return store.post("/internal/v1/raw-payloads/metadata", question, ArtifactMetadata.class);
    }

    @Override
    public Uni<ContextStoreResponse<ArtifactReadResult>> rawBytes(ArtifactRangeQuestion question) {
        return store.post("/internal/v1/raw-payloads/read", question, ArtifactReadResult.class);
    }

    @Override
    public Uni<ContextStoreResponse<UploadToken>> uploadToken(UploadGrant grant) {
        return store.post("/internal/v1/artifacts/upload-token", grant, UploadToken.class);
    }

    /** As large as a value of storage. */
    @Override
    public Uni<ContextStoreResponse<FileContent>> file(FileQuestion question) {
        return storage.post("/internal/v1/files/read", question, FileContent.class);
    }

    @Override
    public Uni<ContextStoreResponse<SkillContent>> skill(SkillQuestion question) {
        return store.post("/internal/v1/skills/read", question, SkillContent.class);
    }

    @Override
    public Uni<ContextStoreResponse<SkillRegistered>> register(SkillRegistration registration) {
        return store.post("/internal/v1/skills/register", registration, SkillRegistered.class);
    }

    @Override
    public Uni<ContextStoreResponse<KnowledgeAnswer>> retrieve(KnowledgeQuestion question) {
        return store.post("/internal/v1/knowledge/retrieve", question, KnowledgeAnswer.class);
    }

    /** Raises the fence of the run above every attempt. */
    public Uni<Void> end(String workspaceId, RunId run, int attempt) {
        return store.post("/internal/v1/runs/end", new RunEnd(workspaceId, run, attempt), JsonNode.class)
                .onItem()
                .transformToUni(answer -> switch (answer) {
                    case ContextStoreResponse.Answered<JsonNode> done ->
                        Uni.createFrom().voidItem();
                    case ContextStoreResponse.Refused<JsonNode> refused ->
                        Uni.createFrom()
                                .failure(new IllegalStateException("context-store refused to end a run: "
                                        + refused.code().wire()));
                });
    }
}
