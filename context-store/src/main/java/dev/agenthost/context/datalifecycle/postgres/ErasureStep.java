package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One bounded step of an erasure, in a transaction that keeps its progress: any replica continues where another one was killed. Later
 * records match the tombstone: the row of the erasure by its time, and the ids in {@code context.erased_events}.
 */
final class ErasureStep {
    private static final String TAKE = """
            select e.erasure_id, e.workspace_id, e.bot_id, e.conversation_id, e.thread_id, e.actor_id, e.requested_at, e.stage,
                e.conversation, e.in_progress, e.log_seq, e.whole, e.outside, nullif(e.outside_until, '-infinity'),
                e.events, e.results, e.receipts, e.transcript, e.artifacts, e.artifact_bytes, e.state
            from context.erasures e where e.done_at is null and e.due_at <= clock_timestamp()
            order by e.due_at limit 1 for update skip locked
            """;
    private static final String HAS_DUE =
            "select exists (select from context.delegated_conversations d where d.erasure_id = $1)";
    private static final String SAVE = """
            update context.erasures e set
                stage = coalesce($2, e.stage), done_at = case when $2::text is null then now() end,
                conversation = $3, in_progress = $4, log_seq = $5, whole = $6,
                outside = $7, outside_until = coalesce($8::timestamptz, '-infinity'),
                events = $9, results = $10, receipts = $11, transcript = $12, artifacts = $13, artifact_bytes = $14, state = $15,
                due_at = clock_timestamp(), failures = 0, last_error = null
            where e.erasure_id = $1
            """;

    private final SqlClient transaction;
    private final int most;

    /** @param most rows that a step reads, about */
    ErasureStep(SqlClient transaction, int most) {
        this.transaction = transaction;
        this.most = most;
    }

    /** Locks the erasure that waits longest and that no other replica works on, until the end of the transaction. */
    Uni<Optional<ErasureProgress>> take() {
        return transaction.query(TAKE).execute().map(rows -> {
            for (Row row : rows) {
                return Optional.of(read(row));
            }
            return Optional.empty();
        });
    }

    Uni<Void> run(ErasureProgress progress) {
        return next(progress).chain(this::save);
    }

    private Uni<ErasureProgress> next(ErasureProgress progress) {
        return switch (progress.stage()) {
            case ENTRIES -> new ConversationErasure(transaction, most).step(progress);
            case OUTSIDE ->
                mustWait(progress)
                        .chain(waits -> waits
                                ? Uni.createFrom().item(progress)
                                : new ActorRecordErasure(transaction, most).step(progress));
            case ARTIFACTS -> new OwnedDataErasure(transaction, most).artifacts(progress);
            case STATE -> new OwnedDataErasure(transaction, most).state(progress);
            case null -> Uni.createFrom().item(progress);
        };
    }

    /** The pass outside conversations knows the delegated ones by their erasures. */
    private Uni<Boolean> mustWait(ErasureProgress progress) {
        if (progress.outside() != ErasureProgress.Outside.EVENTS || progress.outsideUntil() != null) {
            return Uni.createFrom().item(false);
        }
        return transaction
                .preparedQuery(HAS_DUE)
                .execute(Tuple.of(progress.erasureId()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private Uni<Void> save(ErasureProgress progress) {
        ErasureReceipt erased = progress.erased();
        return transaction
                .preparedQuery(SAVE)
                .execute(Tuple.from(Arrays.asList(
                        progress.erasureId(),
                        text(progress.stage()),
                        progress.conversation(),
                        progress.inConversation(),
                        progress.logSeq(),
                        progress.whole(),
                        text(progress.outside()),
                        progress.outsideUntil(),
                        erased.events(),
                        erased.results(),
                        erased.receipts(),
                        erased.transcript(),
                        erased.artifacts(),
                        erased.artifactBytes(),
                        erased.state())))
                .replaceWithVoid();
    }

    private static ErasureProgress read(Row row) {
        String actor = row.getString(5);
        return new ErasureProgress(
                row.getUUID(0),
                row.getString(1),
                actor == null
                        ? new ErasureTarget.Conversation(row.getString(2), row.getString(3), row.getString(4))
                        : new ErasureTarget.Actor(actor, row.getString(2)),
                row.getOffsetDateTime(6),
                ErasureProgress.Stage.valueOf(row.getString(7).toUpperCase(Locale.ROOT)),
                row.getLong(8),
                row.getBoolean(9),
                row.getLong(10),
                row.getBoolean(11),
                ErasureProgress.Outside.valueOf(row.getString(12).toUpperCase(Locale.ROOT)),
                row.getOffsetDateTime(13),
                new ErasureReceipt(
                        row.getLong(14),
                        row.getLong(15),
                        row.getLong(16),
                        row.getLong(17),
                        row.getLong(18),
                        row.getLong(19),
                        row.getLong(20)));
    }

    private static @Nullable String text(@Nullable Enum<?> value) {
        return value == null ? null : value.name().toLowerCase(Locale.ROOT);
    }
}
