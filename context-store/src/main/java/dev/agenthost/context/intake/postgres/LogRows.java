package dev.agenthost.context.intake.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ArtifactAttachment;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.TranscriptEntry;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.TermVector;
import dev.agenthost.protocol.id.StreamPosition;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** Entries as {@code context.apply_documents_v1} takes them: an object for each, with a message of the transcript and its terms inside. */
public final class LogRows {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private LogRows() {}

    static ArrayNode of(List<ProjectedEntry> logged, Analysis analysis) {
        ArrayNode rows = JSON.arrayNode(logged.size());
        logged.forEach(one -> rows.add(row(one, analysis)));
        return rows;
    }

    private static ObjectNode row(ProjectedEntry one, Analysis analysis) {
        LogEntry entry = one.entry();
        ObjectNode row = JSON.objectNode()
                .put("log_key", entry.key())
                .put("workspace_id", entry.workspaceId())
                .put("kind", entry.kind().wire())
                .put("type", entry.type())
                .put("event_id", entry.eventId())
                .put("at", seconds(entry.at()))
                .put("source", entry.source().toString());
        row.set("data", entry.data());
        if (entry.usage() != null) {
            row.set("usage", entry.usage());
        }
        if (entry.runId() != null) {
            row.put("run_id", entry.runId().toString());
        }
        StreamPosition position = entry.position();
        if (position != null) {
            row.put("attempt", position.attempt()).put("sequence", position.sequence());
        }
        ConversationRef conversation = entry.conversation();
        if (conversation != null) {
            row.put("bot_id", conversation.botId())
                    .put("conversation_id", conversation.conversationId())
                    .put("thread_id", conversation.threadId());
        }
        ArtifactAttachment attached = entry.attached();
        if (attached != null) {
            row.set("artifact_refs", attached.refs());
            row.put("item_type", attached.alone() ? TranscriptEntry.ARTIFACT : null);
        }
        TranscriptEntry message = one.message();
        if (message != null) {
            row.set("message", message(message, analysis));
        }
        return row;
    }

    /** A message of the transcript with its terms. */
    public static ObjectNode message(TranscriptEntry entry, Analysis analysis) {
        ObjectNode message = JSON.objectNode()
                .put("transcript_id", entry.transcriptId().toString())
                .put("event_id", entry.eventId())
                .put("role", entry.role())
                .put("item_type", entry.itemType())
                .put("content", entry.content())
                .put("terms", TermVector.of(analysis, entry.content()));
        if (entry.runId() != null) {
            message.put("run_id", entry.runId().toString());
        }
        if (entry.contentJson() != null) {
            message.set("content_json", entry.contentJson());
        }
        message.set("artifact_refs", entry.artifactRefs());
        message.set("metadata", entry.metadata());
        return message;
    }

    /** Returns the seconds since 1970, which PostgreSQL accepts for years that its text form cannot represent. */
    static BigDecimal seconds(Instant at) {
        return BigDecimal.valueOf(at.getEpochSecond()).add(BigDecimal.valueOf(at.getNano(), 9));
    }
}
