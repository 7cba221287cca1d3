package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.ScopeRequest;
import dev.agenthost.orchestrator.hostapi.dispatch.ArtifactPermissions;
import dev.agenthost.orchestrator.hostapi.dispatch.CallArguments;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.history.HistoryDirection;
import dev.agenthost.protocol.store.history.HistoryQuestion;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** {@code history_page} (spec 000 §8): the history of the run's own conversation and thread, and of another one only if granted (§11). */
public final class HistoryCalls {
    private static final int MOST = 100;
    private static final int DEFAULT_LIMIT = 50;
    /** The names of this argument in the generations of LangBot's SDK (ADR 56). */
    private static final String INCLUDE_ARTIFACTS = "include_artifacts";

    private static final String INCLUDE_ATTACHMENTS = "include_attachments";

    private final ContextStore contextStore;

    public HistoryCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    public Uni<HostCallResponse> page(RunSession session, JsonNode data) {
        Grant grant = session.grant();
        ScopeRequest request = ScopeRequest.of(data);
        if (Grant.check(grant, new AccessRequest.History(request)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        Optional<HostCallResponse> fault = ScopedRead.fault(data)
                .or(() -> CallArguments.faultOfCursors(data, "before_cursor", "after_cursor"))
                .or(() -> CallArguments.faultOfNumber(data, "limit"))
                .or(() -> CallArguments.faultOfFlags(data, INCLUDE_ARTIFACTS, INCLUDE_ATTACHMENTS));
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        ScopedRead scoped = ScopedRead.of(session, request);
        String conversation = scoped.scope().conversationId();
        String direction = data.path("direction").asText("backward");
        boolean forward = direction.equals("forward");
        if (conversation == null || (!forward && !direction.equals("backward"))) {
            return Uni.createFrom()
                    .item(HostCallResponse.refused(
                            FailureCode.INVALID_ARGUMENT, "direction must be backward or forward"));
        }
        boolean includesArtifacts = requestsArtifacts(grant, data);
        HistoryQuestion question = new HistoryQuestion(
                session.workspaceId(),
                session.botId(),
                conversation,
                scoped.scope().threadId(),
                data.path("before_cursor").textValue(),
                data.path("after_cursor").textValue(),
                CallArguments.number(data, "limit", DEFAULT_LIMIT, MOST),
                forward ? HistoryDirection.FORWARD : HistoryDirection.BACKWARD,
                scoped.positions(),
                includesArtifacts ? session.owner() : null,
                scoped.existing());
        // Another conversation shows the permissions of artifacts only if the call asked for artifacts and may.
        boolean permitted = includesArtifacts || scoped.scope().isOwn();
        return contextStore
                .history(question)
                .map(answer ->
                        scoped.withAuditDetail(HostCallResponse.of(answer, page -> served(session, page, permitted))));
    }

    /** Returns true if the call asks for artifacts or attachments and the grant permits their metadata. */
    private static boolean requestsArtifacts(Grant grant, JsonNode data) {
        return (data.path(INCLUDE_ARTIFACTS).asBoolean()
                        || data.path(INCLUDE_ATTACHMENTS).asBoolean())
                && Grant.check(grant, new AccessRequest.Artifact(false)) instanceof AccessDecision.Allowed;
    }

    /**
     * Answers the items, each artifact with the operations that the run may do.
     *
     * @param permitted true if the operations are known
     */
    public static HostCallResponse served(RunSession session, Object items, boolean permitted) {
        ObjectNode tree = ProtocolCodec.runnerTree(items);
        JsonNode permissions = ProtocolCodec.tree(ArtifactPermissions.of(session.grant()));
        for (JsonNode item : tree.path("items")) {
            if (permitted) {
                item.path("artifact_refs").forEach(ref -> permit(ref, permissions));
            }
        }
        return new HostCallResponse.Served(tree);
    }

    private static void permit(JsonNode ref, JsonNode permissions) {
        if (ref instanceof ObjectNode reference
                && reference.has("artifact_id")
                && !reference.path("gone").asBoolean()) {
            reference.set("permissions", permissions);
        }
    }
}
