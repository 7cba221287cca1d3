package dev.agenthost.orchestrator.hostapi.look;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.call.Answer;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.KnowledgeAnswer;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code retrieve_knowledge_base} (spec 000 §8): in one knowledge base that the run was granted. */
public final class KnowledgeCalls {
    private final RunMemory memory;

    public KnowledgeCalls(RunMemory memory) {
        this.memory = memory;
    }

    /** The knowledge base that a call names. */
    public static String named(JsonNode data) {
        return data.path("kb_id").asText("");
    }

    public Uni<Answer> retrieve(RunSession session, JsonNode data) {
        String base = data.path("kb_id").textValue();
        if (base == null || base.isBlank()) {
            return refused("kb_id is missing");
        }
        if (Grant.check(session.grant(), new Access.Knowledge(base, "retrieve")) instanceof Check.Denied denied) {
            return Uni.createFrom().item(Answer.denied(denied));
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
            return memory.retrieve(question).map(answer -> Answer.of(answer, found -> served(question, found)));
        } catch (InvalidFieldException wrong) {
            return refused(wrong.field() + " " + wrong.why());
        }
    }

    /** Each retrieval has an entry of its own in the audit: for whom it was, and how much was found. */
    private static Answer served(KnowledgeQuestion question, KnowledgeAnswer found) {
        String detail = "bot=" + question.botId() + " sender=" + question.senderId() + " session=" + question.session()
                + " found=" + found.results().size();
        return new Answer.Served(ProtocolCodec.runnerTree(found), detail);
    }

    /** More than there may be is as much as there may be. */
    private static int topK(JsonNode said) {
        if (said.isMissingNode() || said.isNull()) {
            return KnowledgeQuestion.USUAL;
        }
        if (!said.isIntegralNumber()) {
            throw new InvalidFieldException("top_k", "is no whole number");
        }
        long wanted = said.canConvertToLong() ? said.longValue() : KnowledgeQuestion.MOST;
        return Math.clamp(wanted, 1, KnowledgeQuestion.MOST);
    }

    private static @Nullable ObjectNode filters(JsonNode said) {
        if (said.isMissingNode() || said.isNull()) {
            return null;
        }
        if (!(said instanceof ObjectNode filters)) {
            throw new InvalidFieldException("filters", "is no object");
        }
        return filters;
    }

    private static Uni<Answer> refused(String why) {
        return Uni.createFrom().item(Answer.refused(FailureCode.INVALID_ARGUMENT, why));
    }
}
