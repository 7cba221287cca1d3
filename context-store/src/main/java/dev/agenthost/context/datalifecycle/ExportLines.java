package dev.agenthost.context.datalifecycle;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationScope;
import io.smallrye.mutiny.Multi;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The lines of one export: its target, the records, and at last their counts, so that a truncated export is recognised. */
public final class ExportLines {
    /** Version of the format; it changes with incompatible changes. */
    public static final int FORMAT = 1;

    private final ConversationScope conversation;
    private final Instant at;
    private final Map<ExportPart.Kind, Long> counts = new EnumMap<>(ExportPart.Kind.class);

    public ExportLines(ConversationScope conversation, Instant at) {
        this.conversation = conversation;
        this.at = at;
    }

    /** Lines with their line ends, several in one buffer. */
    public Multi<String> of(Multi<ExportPart> parts) {
        return Multi.createBy()
                .concatenating()
                .streams(
                        Multi.createFrom().item(head()),
                        parts.map(this::counted),
                        Multi.createFrom().item(this::end));
    }

    private String head() {
        ObjectNode head = JsonNodeFactory.instance
                .objectNode()
                .put("type", "export")
                .put("format", FORMAT)
                .put("workspace_id", conversation.workspaceId())
                .put("bot_id", conversation.botId())
                .put("conversation_id", conversation.conversationId())
                .put("thread_id", conversation.threadId())
                .put("exported_at", at.toString());
        return head + "\n";
    }

    private String counted(ExportPart part) {
        counts.merge(part.kind(), (long) part.lines().size(), Long::sum);
        return String.join("\n", part.lines()) + "\n";
    }

    private String end() {
        ObjectNode end = JsonNodeFactory.instance.objectNode().put("type", "end");
        for (ExportPart.Kind kind : ExportPart.Kind.values()) {
            end.put(kind.name().toLowerCase(Locale.ROOT), counts.getOrDefault(kind, 0L));
        }
        return end + "\n";
    }
}
