package dev.agenthost.binding.bot.postgres;

import dev.agenthost.binding.bot.Bot;
import dev.agenthost.binding.bot.BotDocument;
import dev.agenthost.binding.bot.BotIdInUse;
import dev.agenthost.binding.bot.BotRecords;
import dev.agenthost.binding.catalog.postgres.AgentTable;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.postgres.PostgresOutboxRepository;
import dev.agenthost.platform.postgres.ChangeSteps;
import dev.agenthost.platform.postgres.VersionedTable;
import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code bindings.bots}. The record of a change lies in the outbox from the same transaction on. */
public final class BotTable implements ChangeSteps<Bot> {
    public static final VersionedTable<Bot> TABLE = VersionedTable.ofDocuments(
            "bindings.bots",
            BotDocument.KIND.name(),
            BotDocument.KIND.idField(),
            false,
            BotDocument::of,
            (document, id, workspaceId, version) -> ProtocolCodec.decode(document, BotDocument.class)
                    .bot(id, workspaceId)
                    .withVersion(version),
            List.of());

    private static final String ELSEWHERE = "select 1 from bindings.bots where bot_id = $1 and workspace_id <> $2";

    private final PostgresOutboxRepository outbox;
    private final InstantSource clock;

    public BotTable(PostgresOutboxRepository outbox, InstantSource clock) {
        this.outbox = outbox;
        this.clock = clock;
    }

    /** All changes are made one after the other ({@code bindings.revision}), so the id cannot be taken in between. */
    @Override
    public Uni<Optional<WriteRefusal>> beforeWrite(SqlConnection transaction, @Nullable Bot before, Bot bot) {
        return refusal(transaction, bot)
                .chain(refusal -> refusal.isPresent()
                        ? Uni.createFrom().item(refusal)
                        : publish(transaction, BotRecords.changed(bot, clock.instant())));
    }

    private static Uni<Optional<WriteRefusal>> refusal(SqlConnection transaction, Bot bot) {
        return transaction
                .preparedQuery(ELSEWHERE)
                .execute(Tuple.of(bot.botId(), bot.workspaceId()))
                .chain(rows -> {
                    if (rows.size() > 0) {
                        return Uni.createFrom().item(Optional.of(new BotIdInUse()));
                    }
                    return bot.agentId() == null
                            ? Uni.createFrom().item(Optional.empty())
                            : AgentTable.missing(transaction, bot.workspaceId(), bot.agentId());
                });
    }

    @Override
    public Uni<Optional<WriteRefusal>> beforeDeletion(SqlConnection transaction, Bot bot) {
        return publish(transaction, BotRecords.deleted(bot, clock.instant()));
    }

    private Uni<Optional<WriteRefusal>> publish(SqlConnection transaction, OutboundRecord record) {
        return outbox.lay(transaction, List.of(record)).replaceWith(Optional.empty());
    }
}
