package dev.agenthost.delivery.takeover.postgres;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.delivery.takeover.ChangeRecord;
import dev.agenthost.delivery.takeover.ConversationAddress;
import dev.agenthost.delivery.takeover.OperatorMessage;
import dev.agenthost.delivery.takeover.OperatorMessageRepository;
import dev.agenthost.delivery.takeover.SentMessage;
import dev.agenthost.delivery.takeover.Takeover;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rows of {@code delivery.sends} that have an operator. */
@ApplicationScoped
public class PostgresOperatorMessageRepository implements OperatorMessageRepository {
    /** A takeover that ends at the same time waits for this transaction, or this one sees its end. */
    private static final String PUT = """
            WITH held AS (
                SELECT FROM delivery.takeovers WHERE md5(conversation_key) = md5($4) AND conversation_key = $4 AND operator_key = $10
                    AND ended_at IS NULL AND until > clock_timestamp() FOR SHARE),
            put AS (
                INSERT INTO delivery.sends
                    (workspace_id, run_id, part, lane, conversation_key, surface, url, secret_ref, body, status, operator, message_id)
                SELECT $1, $2, 1, $3, $4, $5, $6, $7, $8, 'pending', $11, $12 FROM held
                ON CONFLICT DO NOTHING
                RETURNING lane),
            opened AS (
                INSERT INTO delivery.lanes AS l (lane, endpoint, open, next_at) SELECT lane, $9, 1, now() FROM put
                ON CONFLICT (lane) DO UPDATE SET open = l.open + 1, updated_at = now(),
                    next_at = CASE WHEN l.open = 0 THEN now() ELSE l.next_at END)
            SELECT EXISTS (SELECT FROM put) AS is_stored
            """;

    private static final String FIND =
            "SELECT * FROM delivery.sends WHERE workspace_id = $1 AND run_id = $2 AND part = 1";

    private static final String NEWEST = """
            SELECT * FROM delivery.sends WHERE md5(conversation_key) = md5($1) AND conversation_key = $1 AND operator IS NOT NULL
            ORDER BY ordinal DESC LIMIT $2
            """;

    private final Pool pool;
    private final Clock clock;

    public PostgresOperatorMessageRepository(Pool pool, Clock clock) {
        this.pool = pool;
        this.clock = clock;
    }

    @Override
    public Uni<PutOutcome> put(
            ConversationAddress conversation, OperatorMessage message, Send send, Takeover.Operator operator) {
        ChangeRecord audit = ChangeRecord.of(conversation, message, operator.keyId(), clock.instant());
        return pool.withTransaction(transaction -> transaction
                .preparedQuery(PUT)
                .execute(columns(message, send, operator))
                .chain(rows -> rows.iterator().next().getBoolean("is_stored")
                        ? PostgresChangeOutbox.put(transaction, List.of(audit))
                                .chain(() -> find(transaction, send))
                                .map(PutOutcome.Stored::new)
                        : find(transaction, send).map(stored -> repeated(stored, message))));
    }

    private static PutOutcome repeated(@Nullable SentMessage stored, OperatorMessage message) {
        if (stored == null) {
            return new PutOutcome.NotTakenOver();
        }
        return stored.message().equals(message) ? new PutOutcome.Repeated(stored) : new PutOutcome.Conflicting();
    }

    private static Uni<@Nullable SentMessage> find(SqlConnection transaction, Send send) {
        return transaction
                .preparedQuery(FIND)
                .execute(Tuple.of(send.key().workspaceId(), send.key().runId().value()))
                .map(rows -> rows.size() == 0 ? null : message(rows.iterator().next()));
    }

    @Override
    public Uni<List<SentMessage>> newest(ConversationAddress conversation, int limit) {
        return pool.preparedQuery(NEWEST)
                .execute(Tuple.of(conversation.key().value(), limit))
                .map(rows -> {
                    List<SentMessage> messages = new ArrayList<>();
                    rows.forEach(row -> messages.add(message(row)));
                    return messages;
                });
    }

    private static Tuple columns(OperatorMessage message, Send send, Takeover.Operator operator) {
        Destination to = send.destination();
        return Tuple.tuple()
                .addString(send.key().workspaceId())
                .addUUID(send.key().runId().value())
                .addString(send.lane())
                .addString(send.conversationKey())
                .addString(to.surface())
                .addString(to.address())
                .addString(to instanceof Destination.Webhook webhook ? webhook.secretRef() : null)
                .addBuffer(Buffer.buffer(send.body()))
                .addString(to.endpoint())
                .addString(operator.keyId())
                .addString(operator.name())
                .addString(message.messageId());
    }

    private static SentMessage message(Row row) {
        try {
            String text = ProtocolCodec.readTree(row.getBuffer("body").getBytes())
                    .path("text")
                    .asText();
            Buffer receipt = row.getBuffer("receipt");
            DeliveryReceipt outcome =
                    receipt == null ? null : ProtocolCodec.decode(receipt.getBytes(), DeliveryReceipt.class);
            return new SentMessage(
                    new OperatorMessage(row.getString("message_id"), text),
                    row.getString("operator"),
                    SendStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                    row.getOffsetDateTime("created_at").toInstant(),
                    outcome == null ? null : outcome.platformMessageId(),
                    outcome == null ? null : outcome.errorCode());
        } catch (UndecodableException e) {
            throw new IllegalStateException("delivery.sends holds a message that cannot be read", e);
        }
    }
}
