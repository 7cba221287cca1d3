package dev.agenthost.context.intake.postgres;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.protocol.event.EventTypes;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The delegations of a batch as {@code context.record_delegations_v1} takes them. */
final class DelegationColumns {
    static final String CALL = "select context.record_delegations_v1($1, $2, $3, $4, $5)";

    private DelegationColumns() {}

    /** Empty if the batch has no event of a delegation. */
    static Optional<Tuple> of(List<LogEntry> entries) {
        Columns columns = new Columns(String.class, String.class, String.class, UUID.class, String.class);
        int rows = 0;
        for (LogEntry entry : entries) {
            ConversationRef conversation = entry.conversation();
            JsonNode run = entry.data().path("parent").path("run_id");
            if (conversation == null || !isDelegation(entry) || !run.isTextual()) {
                continue;
            }
            columns.add(
                    entry.workspaceId(),
                    conversation.botId(),
                    conversation.conversationId(),
                    UUID.fromString(run.textValue()),
                    actor(entry));
            rows++;
        }
        if (rows == 0) {
            return Optional.empty();
        }
        Tuple parameters = Tuple.tuple();
        columns.to(parameters);
        return Optional.of(parameters);
    }

    private static boolean isDelegation(LogEntry entry) {
        return entry.kind() == LogKind.EVENT && EventTypes.DELEGATION_REQUESTED.equals(entry.type());
    }

    private static @Nullable String actor(LogEntry entry) {
        return entry.data().path("actor").path("actor_id").textValue();
    }
}
