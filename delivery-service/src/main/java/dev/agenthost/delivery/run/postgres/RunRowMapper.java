package dev.agenthost.delivery.run.postgres;

import dev.agenthost.delivery.run.ResultProgress;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.delivery.surface.DeliveryState;
import dev.agenthost.delivery.surface.PartAttachments;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.DeliveryPolicy;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of {@code delivery.runs} to records and back. */
final class RunRowMapper {

    static final String COLUMNS =
            "r.workspace_id, r.run_id, r.partition, r.start_offset, r.attempt, r.sequence, r.ended, r.conversation_key, r.event_id,"
                    + " r.bot_id, r.conversation_id, r.thread_id, r.delivery::text AS delivery,"
                    + " r.delivery_policy::text AS delivery_policy, r.parts, r.message_count, r.message_digests,"
                    + " r.attachments::text AS attachments";

    private RunRowMapper() {}

    static ResultProgress progress(Row row) {
        DeliveryState state = new DeliveryState(
                row.getUUID("event_id"),
                row.getString("bot_id"),
                row.getString("conversation_id"),
                row.getString("thread_id"),
                read(row.getString("delivery"), DeliveryContext.class),
                read(row.getString("delivery_policy"), DeliveryPolicy.class),
                row.getInteger("parts"),
                row.getInteger("message_count"),
                List.of(row.getArrayOfStrings("message_digests")),
                attachments(row));
        return new ResultProgress(
                new RunKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id"))),
                row.getInteger("partition"),
                row.getLong("start_offset"),
                new StreamPosition(row.getInteger("attempt"), row.getLong("sequence")),
                row.getBoolean("ended"),
                row.getString("conversation_key"),
                state);
    }

    /** Returns the values in the order of the insert's parameters. */
    static Tuple tuple(ResultProgress run) {
        DeliveryState state = run.delivery();
        return Tuple.tuple()
                .addString(run.key().workspaceId())
                .addUUID(run.key().runId().value())
                .addInteger(run.partition())
                .addLong(run.startOffset())
                .addInteger(run.highest().attempt())
                .addLong(run.highest().sequence())
                .addBoolean(run.ended())
                .addString(run.conversationKey())
                .addUUID(state.eventId())
                .addString(state.botId())
                .addString(state.conversationId())
                .addString(state.threadId())
                .addString(json(state.context()))
                .addString(json(state.policy()))
                .addInteger(state.parts())
                .addInteger(state.messageCount())
                .addArrayOfString(state.messageDigests().toArray(String[]::new))
                .addString(state.attachments().equals(PartAttachments.NONE) ? null : json(state.attachments()));
    }

    private static PartAttachments attachments(Row row) {
        PartAttachments stored = read(row.getString("attachments"), PartAttachments.class);
        return stored == null ? PartAttachments.NONE : stored;
    }

    private static @Nullable String json(@Nullable Object value) {
        return value == null ? null : new String(ProtocolCodec.encode(value), StandardCharsets.UTF_8);
    }

    private static <T> @Nullable T read(@Nullable String json, Class<T> type) {
        if (json == null) {
            return null;
        }
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), type);
        } catch (UndecodableException e) {
            throw new IllegalStateException(
                    "delivery.runs holds a " + type.getSimpleName() + " that cannot be read", e);
        }
    }
}
