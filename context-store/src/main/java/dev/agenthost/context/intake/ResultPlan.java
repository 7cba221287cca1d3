package dev.agenthost.context.intake;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ArtifactAttachment;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.context.eventlog.Redaction;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes for a batch of results: a log entry for each new result (deltas and views of graphs are never stored), and the progress of each run after it.
 */
public final class ResultPlan {
    private final Map<RunKey, AppliedResults> marks;
    private final Map<RunKey, AppliedResults> moved = new LinkedHashMap<>();
    private final List<LogEntry> entries = new ArrayList<>();

    private ResultPlan(Map<RunKey, AppliedResults> marks) {
        this.marks = marks;
    }

    /** @param marks progress of the runs with applied results */
    public static ResultPlan of(List<RunResultsRecord> batch, Map<RunKey, AppliedResults> marks) {
        ResultPlan plan = new ResultPlan(marks);
        batch.forEach(plan::add);
        return plan;
    }

    public List<LogEntry> entries() {
        return entries;
    }

    /** Returns the progress of the runs that advanced. */
    public Map<RunKey, AppliedResults> moved() {
        return moved;
    }

    private void add(RunResultsRecord read) {
        RunResults results = read.results();
        AppliedResults mark = moved.getOrDefault(read.run(), marks.getOrDefault(read.run(), AppliedResults.NONE));
        for (ResultFrame frame : results.results()) {
            Long sequence = frame.sequence();
            StreamPosition position = new StreamPosition(results.attempt(), sequence == null ? 0 : sequence);
            if (mark.admits(position)) {
                mark = apply(read, frame, position, mark);
                moved.put(read.run(), mark);
            }
        }
    }

    private AppliedResults apply(
            RunResultsRecord read, ResultFrame frame, StreamPosition position, AppliedResults before) {
        ResultPayload payload =
                ResultCodec.decode(frame) instanceof DecodeResult.Known(ResultPayload known) ? known : null;
        AppliedResults mark = before.at(position, payload != null && payload.isTerminal());
        String eventId = eventId(payload);
        if (eventId != null) {
            mark = mark.answering(eventId);
        }
        if (payload instanceof MessageDelta || isProjection(payload)) {
            return mark;
        }
        ConversationRef conversation = ConversationRef.of(
                        new ConversationKey(read.results().conversationKey()))
                .orElse(null);
        Message message = payload == null ? null : message(payload);
        String fingerprint = message == null ? null : MessageFingerprint.fingerprint(message);
        if (payload instanceof ArtifactCreated created && conversation != null) {
            mark = created.artifactId() == null ? mark : mark.withArtifact(reference(created));
        }
        boolean isRepeated = fingerprint != null && mark.messages().repeats(fingerprint);
        boolean newMessage = fingerprint != null
                && conversation != null
                && !isRepeated
                && !(payload instanceof RunCompleted && mark.messages().hasCurrent(fingerprint));
        boolean alone = !newMessage
                && !isRepeated
                && (mark.hasMaximumPendingArtifacts()
                        || mark.ended() && !mark.pendingArtifacts().isEmpty());
        ArtifactAttachment attached =
                newMessage || alone ? attached(mark.pendingArtifacts(), newMessage ? message : null, alone) : null;
        if ((newMessage || isRepeated) && fingerprint != null) {
            mark = mark.withMessage(fingerprint);
        } else if (alone) {
            mark = mark.withoutPendingArtifacts();
        }
        entries.add(new LogEntry(
                null,
                read.results().workspaceId(),
                conversation,
                LogKind.RESULT,
                frame.type() == null ? "" : frame.type(),
                mark.eventId(),
                read.run().runId(),
                position,
                at(frame, read.recordedAt()),
                redacted(frame),
                frame.usage(),
                newMessage || alone,
                read.source(),
                attached));
        return mark;
    }

    /** A view is replaced by the next one, a few times in a second; run-orchestrator stores the last one. */
    private static boolean isProjection(@Nullable ResultPayload payload) {
        return payload instanceof ActionRequested(String action, var target, var view)
                && action.equals(UiProjection.ACTION);
    }

    /** Returns null if there are no artifacts, as for most messages. */
    private static @Nullable ArtifactAttachment attached(
            List<ObjectNode> pending, @Nullable Message message, boolean alone) {
        ArrayNode refs = JsonNodeFactory.instance.arrayNode().addAll(pending);
        if (message != null) {
            refs.addAll(MessagePartArtifacts.of(message, pending));
        }
        return refs.isEmpty() ? null : new ArtifactAttachment(refs, alone);
    }

    /** Makes the reference by which a reader requests the artifact. */
    private static ObjectNode reference(ArtifactCreated created) {
        ObjectNode ref = JsonNodeFactory.instance.objectNode().put("artifact_id", created.artifactId());
        ref.put("artifact_type", created.artifactType());
        if (created.mimeType() != null) {
            ref.put("mime_type", created.mimeType());
        }
        if (created.name() != null) {
            ref.put("name", created.name());
        }
        if (created.sizeBytes() != null) {
            ref.put("size_bytes", created.sizeBytes());
        }
        if (created.sha256() != null) {
            ref.put("sha256", created.sha256());
        }
        if (created.summary() != null) {
            ref.put("summary", created.summary());
        }
        if (created.expiresAt() != null) {
            ref.put("expires_at", created.expiresAt());
        }
        return ref;
    }

    private static @Nullable Message message(ResultPayload payload) {
        return switch (payload) {
            case MessageCompleted completed -> completed.message();
            case RunCompleted completed -> completed.message();
            case MessageDelta ignored -> null;
            case ToolCallStarted ignored -> null;
            case ToolCallCompleted ignored -> null;
            case ArtifactCreated ignored -> null;
            case StateUpdated ignored -> null;
            case ActionRequested ignored -> null;
            case RunFailed ignored -> null;
            case RunStarted ignored -> null;
            case RunUnanswered ignored -> null;
        };
    }

    private static @Nullable String eventId(@Nullable ResultPayload payload) {
        if (payload instanceof RunStarted started) {
            return started.eventId().toString();
        }
        return payload instanceof RunUnanswered unanswered
                ? unanswered.eventId().toString()
                : null;
    }

    // delivery-service alone needs the platform's reply target, which may give access there.
    private static ObjectNode redacted(ResultFrame frame) {
        ObjectNode data = Redaction.ofResult(frame.data());
        if (data.path("delivery") instanceof ObjectNode delivery) {
            delivery.remove("reply_target");
        }
        return data;
    }

    private static Instant at(ResultFrame frame, Instant recordedAt) {
        Long seconds = frame.timestamp();
        return seconds == null || seconds > 32_503_680_000L ? recordedAt : Instant.ofEpochSecond(seconds);
    }
}
