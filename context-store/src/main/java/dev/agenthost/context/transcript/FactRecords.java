package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import java.util.List;
import java.util.Map;

/**
 * Results of runs and receipts of deliveries as events (spec 003 §4.3), in the fields of spec 000 §8 and no other: their subject is the run,
 * and {@code metadata} has the few facts that are told of each type. What was said, what a tool was given or answered, values of state and
 * the words of an error are none of them: history, artifacts and the run's own events have these for whom they are meant.
 */
final class FactRecords {
    private static final String SOURCE = "system";
    private static final String SUBJECT = "run";
    private static final List<String> RECEIPT = List.of("part", "surface", "status", "error_code", "attempts");
    private static final Map<String, List<String>> RESULTS = Map.of(
            "run.started", List.of("runner_id"),
            "run.completed", List.of("finish_reason"),
            "run.failed", List.of("code", "retryable"),
            "run.unanswered", List.of("reason", "into_run_id"),
            "tool.call.started", List.of("tool_call_id", "tool_name"),
            "tool.call.completed", List.of("tool_call_id", "tool_name"),
            "artifact.created", List.of("artifact_id", "artifact_type", "mime_type", "name", "size_bytes"),
            "state.updated", List.of("scope"),
            "action.requested", List.of("action"));

    private FactRecords() {}

    static AgentEventRecord of(ConversationRef conversation, LoggedFact fact, String cursor) {
        long second = fact.at().getEpochSecond();
        return new AgentEventRecord(
                fact.name().toString(),
                fact.type(),
                second,
                SOURCE,
                conversation.botId(),
                conversation.workspaceId(),
                conversation.conversationId(),
                conversation.threadId().isEmpty() ? null : conversation.threadId(),
                null,
                null,
                null,
                SUBJECT,
                fact.runId().toString(),
                null,
                null,
                null,
                fact.seq(),
                cursor,
                second,
                facts(fact));
    }

    private static ObjectNode facts(LoggedFact fact) {
        ObjectNode told =
                JsonNodeFactory.instance.objectNode().put("kind", fact.kind().wire());
        if (fact.position() != null) {
            told.put("attempt", fact.position().attempt());
            told.put("sequence", fact.position().sequence());
        }
        if (fact.eventId() != null) {
            told.put("answers", fact.eventId());
        }
        List<String> names = fact.position() == null ? RECEIPT : RESULTS.getOrDefault(fact.type(), List.of());
        names.forEach(name -> tell(told, name, fact.data().path(name)));
        if (fact.type().equals("tool.call.completed")) {
            told.put("failed", fact.data().path("error").isTextual());
        }
        return told;
    }

    /** Short ones only: a runner writes them as it likes. */
    private static void tell(ObjectNode told, String name, JsonNode value) {
        if (value.isTextual()) {
            told.put(name, EventRecords.beginning(value.textValue()));
        } else if (value.isNumber() || value.isBoolean()) {
            told.set(name, value);
        }
    }
}
