package dev.agenthost.orchestrator.hostapi.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code retrieve_knowledge_base} (spec 000 §8): in one knowledge base that the run was granted. */
public final class KnowledgeCalls {
    private final ContextStore contextStore;

    public KnowledgeCalls(ContextStore contextStore) {
        this.contextStore = contextStore;
    }

    /** The knowledge base that a call names. */
    public static String named(JsonNode data) {
        return data.path("kb_id").asText("");
    }

    public Uni<HostCallResponse> retrieve(RunSession session, JsonNode data) {
        String base = data.path("kb_id").textValue();
        if (base == null || base.isBlank()) {
            return refused("kb_id is missing");
        }
        if (Grant.check(session.grant(), new AccessRequest.Knowledge(base, "retrieve"))
                instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        try {
            KnowledgeQuestion question = new KnowledgeQuestion(
                    session.workspaceId(),
                    List.of(base),
                    KnowledgeQuestion.query(data.path("query_text").textValue(), "query_text"),
                    topK(data.path("top_k")),
                    KnowledgeQuestion.filters(filters(data.path("filters"))),
                    session.runId(),
                    session.botId(),
                    session.senderId(),
                    session.conversationKey().value());
            return contextStore
                    .retrieve(question)
                    .map(answer -> HostCallResponse.of(answer, found -> served(question, found)));
        } catch (InvalidFieldException wrong) {
            return refused(wrong.field() + " " + wrong.why());
        }
    }

    /** Answers a retrieval; its audit entry has the bot, the sender, the session and the number of results. */
    private static HostCallResponse served(KnowledgeQuestion question, KnowledgeAnswer found) {
        String detail = "bot=" + question.botId() + " sender=" + question.senderId() + " session=" + question.session()
                + " found=" + found.results().size();
        return new HostCallResponse.Served(ProtocolCodec.runnerTree(found), detail);
    }

    /** Returns {@code top_k}, limited to the maximum. */
    private static int topK(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return KnowledgeQuestion.USUAL;
        }
        if (!value.isIntegralNumber()) {
            throw new InvalidFieldException("top_k", "must be an integer");
        }
        long requested = value.canConvertToLong() ? value.longValue() : KnowledgeQuestion.MOST;
        return Math.clamp(requested, 1, KnowledgeQuestion.MOST);
    }

    private static @Nullable ObjectNode filters(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!(value instanceof ObjectNode filters)) {
            throw new InvalidFieldException("filters", "must be an object");
        }
        return filters;
    }

    private static Uni<HostCallResponse> refused(String why) {
        return Uni.createFrom().item(HostCallResponse.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
