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

/** {@code history_page} (spec 000 §8): the run's own conversation and thread, and another only where that is granted (§11). */
public final class HistoryCalls {
    private static final int MOST = 100;
    private static final int USUAL = 50;
    /** The names of this argument in the generations of LangBot's SDK (ADR 56). */
    private static final String INCLUDE_ARTIFACTS = "include_artifacts";

    private static final String INCLUDE_ATTACHMENTS = "include_attachments";

    private final ContextStore memory;

    public HistoryCalls(ContextStore memory) {
        this.memory = memory;
    }

    public Uni<HostCallResponse> page(RunSession session, JsonNode data) {
        Grant grant = session.grant();
        ScopeRequest named = ScopeRequest.of(data);
        if (Grant.check(grant, new AccessRequest.History(named)) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        Optional<HostCallResponse> fault = ScopedRead.fault(data)
                .or(() -> CallArguments.faultOfCursors(data, "before_cursor", "after_cursor"))
                .or(() -> CallArguments.faultOfNumber(data, "limit"))
                .or(() -> CallArguments.faultOfFlags(data, INCLUDE_ARTIFACTS, INCLUDE_ATTACHMENTS));
        if (fault.isPresent()) {
            return Uni.createFrom().item(fault.get());
        }
        ScopedRead looking = ScopedRead.of(session, named);
        String conversation = looking.place().conversationId();
        String direction = data.path("direction").asText("backward");
        boolean forward = direction.equals("forward");
        if (conversation == null || (!forward && !direction.equals("backward"))) {
            return Uni.createFrom()
                    .item(HostCallResponse.refused(
                            FailureCode.INVALID_ARGUMENT, "direction is neither backward nor forward"));
        }
        boolean told = wantsArtifacts(grant, data);
        HistoryQuestion question = new HistoryQuestion(
                session.workspaceId(),
                session.botId(),
                conversation,
                looking.place().threadId(),
                data.path("before_cursor").textValue(),
                data.path("after_cursor").textValue(),
                CallArguments.number(data, "limit", USUAL, MOST),
                forward ? HistoryDirection.FORWARD : HistoryDirection.BACKWARD,
                looking.positions(),
                told ? session.owner() : null,
                looking.existing());
        // Another conversation shows the permissions of artifacts only if the call asked for artifacts and may.
        boolean permitted = told || looking.place().isOwn();
        return memory.history(question)
                .map(answer -> looking.noted(HostCallResponse.of(answer, page -> served(session, page, permitted))));
    }

    /** Returns true if the call asks for artifacts or attachments and the grant permits their metadata. */
    private static boolean wantsArtifacts(Grant grant, JsonNode data) {
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
        if (ref instanceof ObjectNode said
                && said.has("artifact_id")
                && !said.path("gone").asBoolean()) {
            said.set("permissions", permissions);
        }
    }
}
