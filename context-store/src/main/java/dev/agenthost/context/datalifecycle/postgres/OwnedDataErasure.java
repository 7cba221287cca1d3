package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.datalifecycle.postgres.ErasureProgress.Stage.STATE;

import dev.agenthost.context.artifact.postgres.ArtifactDeletion;
import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.protocol.id.PercentEncoding;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Erases uploads, artifacts and raw payloads of the target, and then its state. */
final class OwnedDataErasure {
    private static final int RUNS = 100;
    private static final int PAYLOADS = 1000;

    /** Unfinished uploads that began before, and their bytes; finished ones as well if {@code $7}. */
    private static final String ERASE_UPLOADS = """
            with gone as (
                delete from context.artifact_uploads u
                where u.workspace_id = $1
                    and case when $5::text is not null
                        then u.scope = 'actor' and u.scope_key = $5 and ($2::text is null or u.bot_id = $2)
                        else u.bot_id = $2 and u.conversation_id = $3::text and ($4::text is null or u.thread_id = $4) end
                    and u.started_at <= $6 and ($7::boolean or not u.finished)
                returning u.workspace_id, u.upload_id)
            delete from context.artifact_contents c using gone g
            where c.workspace_id = g.workspace_id and c.sha256 = 'upload/' || g.upload_id
            """;

    private static final String RUNS_OF_CONVERSATION = """
            select distinct d.run_id from (
                select a.run_id from context.artifacts a
                where a.workspace_id = $1 and md5(a.conversation_id) = md5($3) and a.bot_id = $2
                    and a.conversation_id = $3 and ($4::text is null or a.thread_id = $4)
                    and (a.created_at <= $5 or exists (
                        select from context.artifact_uploads u
                        where u.workspace_id = a.workspace_id and u.run_id = a.run_id and u.artifact_id = a.artifact_id
                            and u.started_at <= $5))
                order by a.run_id limit $6) d
            """;
    private static final String ERASE_PAYLOADS = """
            with dead as (
                delete from context.raw_payloads r where r.workspace_id = $1 and r.event_id = any (array(%s))
                returning length(r.payload) as size)
            select count(*), coalesce(sum(d.size), 0)::bigint from dead d
            """;
    private static final String PAYLOADS_OF_CONVERSATION = ERASE_PAYLOADS.formatted("""
            select o.event_id from context.raw_payloads o
            where o.workspace_id = $1 and md5(o.conversation_id) = md5($3) and o.bot_id = $2
                and o.conversation_id = $3 and ($4::text is null or o.thread_id = $4) and o.created_at <= $5
            limit $6
            """);
    /** Selects payloads of the actor and of all erased events. */
    private static final String PAYLOADS_OF_ACTOR = ERASE_PAYLOADS.formatted("""
            select o.event_id from context.raw_payloads o
            where o.workspace_id = $1 and md5(o.actor_id) = md5($3) and o.actor_id = $3
                and ($2::text is null or o.bot_id = $2) and o.created_at <= $4
            union
            select o.event_id from context.erased_events x
            join context.raw_payloads o on o.workspace_id = x.workspace_id and o.event_id = x.event_id
            where x.workspace_id = $1
            limit $5
            """);

    private static final String ERASE_STATE = """
            delete from context.state s where s.ctid = any (array(
                select o.ctid from context.state o
                where o.workspace_id = $1 and ($2::text is null or o.bot_id = $2) and o.written_at <= $3 and %s
                limit $5))
            """;
    private static final String STATE_OF_ACTOR =
            ERASE_STATE.formatted("o.scope = 'actor' and split_part(o.subject, '/', 2) = $4");
    private static final String STATE_OF_THREAD = ERASE_STATE.formatted("o.scope = 'conversation' and o.subject = $4");
    private static final String STATE_OF_CONVERSATION =
            ERASE_STATE.formatted("o.scope = 'conversation' and starts_with(o.subject, $4)");
    private static final String FORGET_RUNS = "delete from context.erasure_runs r where r.erasure_id = $1";

    private final SqlClient transaction;
    private final int most;

    /** @param most rows that a step deletes of a table, about */
    OwnedDataErasure(SqlClient transaction, int most) {
        this.transaction = transaction;
        this.most = most;
    }

    /** Deletes unfinished uploads first: one that was finished meanwhile is an artifact, and is deleted with the others. */
    Uni<ErasureProgress> artifacts(ErasureProgress progress) {
        return uploads(progress, false).chain(() -> deletion(progress)).chain(deleted -> {
            ErasureProgress next = progress.plus(ErasureReceipt.ofArtifacts(deleted.artifacts(), deleted.bytes()));
            return deleted.artifacts() > 0
                    ? Uni.createFrom().item(next)
                    : uploads(progress, true).chain(() -> payloads(next));
        });
    }

    private Uni<ArtifactDeletion> deletion(ErasureProgress progress) {
        return switch (progress.target()) {
            case ErasureTarget.Actor(String actor, String bot) ->
                ArtifactDeletion.ofActor(transaction, progress.workspaceId(), bot, actor, progress.requestedAt(), most);
            case ErasureTarget.Conversation(String bot, String conversation, String thread) ->
                execute(
                                RUNS_OF_CONVERSATION,
                                progress.workspaceId(),
                                bot,
                                conversation,
                                thread,
                                progress.requestedAt(),
                                RUNS)
                        .chain(runs -> ArtifactDeletion.ofRuns(
                                transaction, progress.workspaceId(), ConversationErasure.runs(runs)));
        };
    }

    private Uni<RowSet<Row>> uploads(ErasureProgress progress, boolean finished) {
        return execute(
                ERASE_UPLOADS,
                progress.workspaceId(),
                progress.botId(),
                progress.conversationId(),
                progress.threadId(),
                progress.actorId(),
                progress.requestedAt(),
                finished);
    }

    /** Raw payloads are counted with the artifacts. */
    private Uni<ErasureProgress> payloads(ErasureProgress progress) {
        Uni<RowSet<Row>> removed =
                switch (progress.target()) {
                    case ErasureTarget.Actor(String actor, String bot) ->
                        execute(
                                PAYLOADS_OF_ACTOR,
                                progress.workspaceId(),
                                bot,
                                actor,
                                progress.requestedAt(),
                                PAYLOADS);
                    case ErasureTarget.Conversation(String bot, String conversation, String thread) ->
                        execute(
                                PAYLOADS_OF_CONVERSATION,
                                progress.workspaceId(),
                                bot,
                                conversation,
                                thread,
                                progress.requestedAt(),
                                PAYLOADS);
                };
        return removed.map(rows -> rows.iterator().next()).map(row -> {
            ErasureProgress next = progress.plus(ErasureReceipt.ofArtifacts(row.getLong(0), row.getLong(1)));
            return row.getLong(0) >= PAYLOADS ? next : next.at(STATE);
        });
    }

    Uni<ErasureProgress> state(ErasureProgress progress) {
        Uni<RowSet<Row>> removed =
                switch (progress.target()) {
                    case ErasureTarget.Actor(String actor, String bot) ->
                        state(STATE_OF_ACTOR, progress, bot, PercentEncoding.encode(actor));
                    case ErasureTarget.Conversation(String bot, String conversation, String thread) -> {
                        String subject = PercentEncoding.encode(conversation) + "/";
                        yield thread == null
                                ? state(STATE_OF_CONVERSATION, progress, bot, subject)
                                : state(STATE_OF_THREAD, progress, bot, subject + PercentEncoding.encode(thread));
                    }
                };
        return removed.map(RowSet::rowCount)
                .chain(values -> values > 0
                        ? Uni.createFrom().item(progress.plus(ErasureReceipt.ofState(values)))
                        : execute(FORGET_RUNS, progress.erasureId()).replaceWith(progress.done()));
    }

    private Uni<RowSet<Row>> state(String statement, ErasureProgress progress, @Nullable String bot, String subject) {
        return execute(statement, progress.workspaceId(), bot, progress.requestedAt(), subject, most);
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return transaction.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
