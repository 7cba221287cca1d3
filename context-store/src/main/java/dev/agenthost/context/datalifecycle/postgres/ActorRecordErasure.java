package dev.agenthost.context.datalifecycle.postgres;

import static java.util.Objects.requireNonNull;

import dev.agenthost.context.artifact.postgres.ArtifactDeletion;
import dev.agenthost.context.datalifecycle.ErasureReceipt;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Erases records outside conversations, which belong to an actor alone: the actor's events, the results that answer them, and then their
 * receipts, each in windows of the time of storing. Audit entries stay, without the speaker and the conversation.
 */
final class ActorRecordErasure {
    private static final String WINDOW = """
            select max(w.logged_at)
            from (select l.logged_at from context.event_log l
                  where l.conversation is null and l.workspace_id = $1
                      and l.logged_at > coalesce($2::timestamptz, '-infinity') and l.logged_at <= $3
                  order by l.logged_at limit $4) w
            """;
    private static final String IN_WINDOW = """
            l.conversation is null and l.workspace_id = $1
                    and l.logged_at > coalesce($2::timestamptz, '-infinity') and l.logged_at <= $3
            """;
    private static final String ERASE_EVENTS = """
            with dead as (
                delete from context.event_log l where
            """ + IN_WINDOW + """
                    and l.kind = 'event' and l.data #>> '{actor,actor_id}' = $4
                    and ($5::text is null or l.data ->> 'bot_id' = $5)
                returning l.event_id),
            noted as (
                insert into context.erased_events as x (workspace_id, event_id, answers)
                select distinct $1, d.event_id, true from dead d where d.event_id is not null order by d.event_id
                on conflict (workspace_id, event_id) do update set answers = true)
            select count(*) from dead
            """;
    private static final String ERASE_ANSWERS = """
            with dead as (
                delete from context.event_log l using context.erased_events x where
            """ + IN_WINDOW + """
                    and l.kind = 'result' and x.workspace_id = $1 and x.event_id = l.event_id and x.answers
                returning l.run_id),
            noted as (
                insert into context.erasure_runs (erasure_id, run_id)
                select distinct $4::uuid, d.run_id from dead d where d.run_id is not null
                on conflict do nothing)
            select coalesce(array_agg(distinct d.run_id) filter (where d.run_id is not null), '{}'), count(*) from dead d
            """;
    private static final String ERASE_RECEIPTS = """
            delete from context.event_log l using context.erasure_runs r where
            """ + IN_WINDOW + """
                    and l.kind = 'receipt' and r.erasure_id = $4 and r.run_id = l.run_id
            """;
    private static final String CLEAR_AUDIT = """
            update context.event_log l set data = context.without_actor_v1(e, l.data)
            from context.erasures e where
            """ + IN_WINDOW + """
                    and l.kind = 'audit' and e.erasure_id = $4 and context.without_actor_v1(e, l.data) is not null
            """;

    private static final String CLEAR_DELEGATED_AUDIT = """
            update context.event_log l set data = context.without_actor_v1(e, l.data)
            from context.erasures e where
            """ + IN_WINDOW + """
                    and l.kind = 'audit' and e.root_erasure_id = $4
                    and e.session = substring(l.data ->> 'detail' from ' session=(\\S+) found=\\d+$')
                    and context.without_actor_v1(e, l.data) is not null
            """;

    private final SqlClient transaction;
    private final int most;

    /** @param most rows that a step reads */
    ActorRecordErasure(SqlClient transaction, int most) {
        this.transaction = transaction;
        this.most = most;
    }

    Uni<ErasureProgress> step(ErasureProgress progress) {
        if (progress.actorId() == null && progress.outside() != ErasureProgress.Outside.REST) {
            return Uni.createFrom().item(progress.pass(ErasureProgress.Outside.REST));
        }
        return execute(WINDOW, progress.workspaceId(), progress.outsideUntil(), progress.requestedAt(), most)
                .map(rows -> rows.iterator().next().getOffsetDateTime(0))
                .chain(until -> {
                    if (until == null) {
                        return Uni.createFrom().item(next(progress));
                    }
                    return erase(progress, until).map(erased -> erased.readOutside(until));
                });
    }

    private static ErasureProgress next(ErasureProgress progress) {
        return switch (progress.outside()) {
            case EVENTS -> progress.pass(ErasureProgress.Outside.ANSWERS);
            case ANSWERS -> progress.pass(ErasureProgress.Outside.REST);
            case REST -> progress.at(ErasureProgress.Stage.ARTIFACTS);
        };
    }

    private Uni<ErasureProgress> erase(ErasureProgress progress, OffsetDateTime until) {
        return switch (progress.outside()) {
            case EVENTS ->
                inWindow(ERASE_EVENTS, progress, until, requireNonNull(progress.actorId()), progress.botId())
                        .map(rows -> progress.plus(
                                ErasureReceipt.ofLog(rows.iterator().next().getLong(0), 0, 0)));
            case ANSWERS ->
                inWindow(ERASE_ANSWERS, progress, until, progress.erasureId())
                        .chain(rows -> answers(progress, rows.iterator().next()));
            case REST ->
                inWindow(ERASE_RECEIPTS, progress, until, progress.erasureId())
                        .chain(receipts -> inWindow(CLEAR_AUDIT, progress, until, progress.erasureId())
                                .chain(() -> inWindow(CLEAR_DELEGATED_AUDIT, progress, until, progress.erasureId()))
                                .replaceWith(progress.plus(ErasureReceipt.ofLog(0, 0, receipts.rowCount()))));
        };
    }

    private Uni<ErasureProgress> answers(ErasureProgress progress, Row removed) {
        UUID[] runs = removed.getArrayOfUUIDs(0);
        return execute(ConversationErasure.CLEAR_RUNS, progress.workspaceId(), runs)
                .chain(() -> ArtifactDeletion.ofRuns(transaction, progress.workspaceId(), List.of(runs)))
                .map(deleted -> progress.plus(ErasureReceipt.ofLog(0, removed.getLong(1), 0))
                        .plus(ErasureReceipt.ofArtifacts(deleted.artifacts(), deleted.bytes())));
    }

    private Uni<RowSet<Row>> inWindow(
            String statement, ErasureProgress progress, OffsetDateTime until, @Nullable Object... more) {
        Tuple values = Tuple.from(Arrays.asList(progress.workspaceId(), progress.outsideUntil(), until));
        for (Object value : more) {
            values.addValue(value);
        }
        return transaction.preparedQuery(statement).execute(values);
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return transaction.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
