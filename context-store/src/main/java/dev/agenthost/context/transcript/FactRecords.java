package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import java.util.List;
import java.util.Map;

/**
 * Results of runs and receipts of deliveries as events (spec 003 §4.3), in the fields of spec 000 §8 and no other: their subject is the
 * run, and {@code metadata} has a few facts of each type. Texts, parameters and results of tools, values of state and error texts are
 * excluded: their readers find them in history, artifacts and the run's own events.
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
        ObjectNode fields =
                JsonNodeFactory.instance.objectNode().put("kind", fact.kind().wire());
        if (fact.position() != null) {
            fields.put("attempt", fact.position().attempt());
            fields.put("sequence", fact.position().sequence());
        }
        if (fact.eventId() != null) {
            fields.put("answers", fact.eventId());
        }
        List<String> names = fact.position() == null ? RECEIPT : RESULTS.getOrDefault(fact.type(), List.of());
        names.forEach(name -> put(fields, name, fact.data().path(name)));
        if (fact.type().equals("tool.call.completed")) {
            fields.put("failed", fact.data().path("error").isTextual());
        }
        return fields;
    }

    /** Short texts only, because a runner chooses their length. */
    private static void put(ObjectNode fields, String name, JsonNode value) {
        if (value.isTextual()) {
            fields.put(name, EventRecords.beginning(value.textValue()));
        } else if (value.isNumber() || value.isBoolean()) {
            fields.set(name, value);
        }
    }
}
