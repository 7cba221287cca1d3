package dev.agenthost.orchestrator.interaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostevent.HostEvents;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.UuidV5;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionOption;
import dev.agenthost.protocol.result.InteractionRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Builds the event {@code interaction.submitted}: in the conversation of the run that asked, on the surface of its event. */
final class SubmissionEvents {
    private static final UUID NAMESPACE =
            UuidV5.of(UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "interactions.agenthost.dev");

    private SubmissionEvents() {}

    /** Returns the event as far as it is known when the question is asked. Its id depends on run and question alone. */
    static EventEnvelope template(ClaimedRun run, String interactionId, Instant now) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("interaction_id", interactionId);
        data.put("asked_by_run_id", run.runId().toString());
        return HostEvents.continuing(
                run,
                new EventId(UuidV5.of(NAMESPACE, run.runId() + "/" + interactionId)),
                EventTypes.INTERACTION_SUBMITTED,
                AgentInput.empty(),
                data,
                now);
    }

    /** Returns the event of a response. */
    static EventEnvelope submitted(
            Question question, InteractionSubmission submission, @Nullable String actorId, Instant at) {
        EventEnvelope event = question.event();
        return new EventEnvelope(
                        event.eventId(),
                        event.eventType(),
                        at.getEpochSecond(),
                        event.source(),
                        event.sourceEventType(),
                        event.workspaceId(),
                        event.botId(),
                        event.conversationId(),
                        event.threadId(),
                        event.launcherType(),
                        event.launcherId(),
                        actorId == null ? null : ActorContext.user(actorId, null),
                        event.subject(),
                        AgentInput.submitted(submission, text(question.request(), submission)),
                        event.delivery(),
                        event.rawRef(),
                        event.data(),
                        event.adapter(),
                        event.parent(),
                        "",
                        at)
                .fingerprinted();
    }

    /**
     * Returns the response as a person reads it: the title of the question, because several may be open, the label of the button and, for
     * each field with a value, its label and value; options have their labels.
     */
    static String text(InteractionRequest request, InteractionSubmission submission) {
        List<String> lines = new ArrayList<>(List.of(request.title()));
        for (InteractionAction action : request.actions()) {
            if (action.id().equals(submission.actionId())) {
                lines.add(action.label());
            }
        }
        for (InteractionField field : request.fields()) {
            JsonNode value = submission.values().path(field.id());
            if (!value.isMissingNode() && !value.isNull()) {
                lines.add(field.label() + ": " + words(field, value));
            }
        }
        return String.join("\n", lines);
    }

    /** A value as the person chose it: options by their labels. */
    private static String words(InteractionField field, JsonNode value) {
        if (value.isArray() && !field.options().isEmpty()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(each -> words(field, each))
                    .collect(Collectors.joining(", "));
        }
        return field.options().stream()
                .filter(option -> option.value().equals(value.asText()))
                .map(InteractionOption::label)
                .findFirst()
                .orElseGet(() -> value.isTextual() ? value.textValue() : value.toString());
    }
}
