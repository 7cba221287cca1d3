package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.artifact.postgres.ArtifactDeletion;
import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.protocol.store.state.StateScopeKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Erases conversation after conversation in the order of their numbers: windows of the log first, then of the transcript, and at last
 * other data of the conversation. Of a shared conversation an erasure of an actor deletes the actor's messages alone.
 */
final class ConversationErasure {
    /** Cost of entering a conversation, in rows. */
    private static final int ENTRY = 20;
    /** Runs whose artifacts are deleted at once, and their cost in rows. */
    private static final int RUNS = 100;

    private static final String NEXT = """
            select o.id, o.bot_id, o.conversation_id from context.conversations o
            where o.workspace_id = $1 and ($2::text is null or o.bot_id = $2)
                and ($3::text is null or o.conversation_id = $3) and ($4::text is null or o.thread_id = $4) and o.id > $5
            order by o.id limit 1
            """;
    private static final String PRESENCE = """
            select exists (select from context.conversation_actors k where k.conversation = $1 and k.actor_id = $2)
                or exists (
                    select from context.event_log l
                    where l.conversation = $1 and l.kind = 'event' and l.data #>> '{actor,actor_id}' = $2)
                or exists (
                    select from context.transcript t
                    where t.conversation = $1 and t.run_id is null and t.metadata ->> 'actor_id' = $2)
            """;
    private static final String SHARED = "select context.is_shared_v1($1, $2, $3, $4)";
    private static final String WINDOW = """
            select max(w.seq), count(*)
            from (select l.seq from context.event_log l
                  where l.conversation = $1 and l.seq > $2 and l.logged_at <= $3 order by l.seq limit $4) w
            """;
    private static final String ERASE_LOG = """
            with dead as (
                delete from context.event_log l
                where l.conversation = $1 and l.seq > $2 and l.seq <= $3 and l.logged_at <= $4
                    and ($5::boolean or (l.kind = 'event' and l.data #>> '{actor,actor_id}' = $6::text))
                returning l.seq, l.kind, l.type, l.event_id, l.run_id),
            recalled as (
                delete from context.recalls r using dead d
                where d.kind = 'event' and d.type = 'message.recalled' and r.conversation = $1 and r.seq = d.seq),
            noted as (
                insert into context.erased_events as x (workspace_id, event_id, answers)
                select distinct $7::text, d.event_id, $5::boolean from dead d
                where d.event_id is not null and (d.kind = 'event' or d.kind = 'result' and $5::boolean) order by d.event_id
                on conflict (workspace_id, event_id) do update set answers = x.answers or excluded.answers,
                    erased_at = case when excluded.answers and not x.answers then excluded.erased_at else x.erased_at end)
            select count(*) filter (where d.kind = 'event'), count(*) filter (where d.kind = 'result'),
                count(*) filter (where d.kind = 'receipt'),
                coalesce(array_agg(distinct d.run_id) filter (where d.kind = 'result' and d.run_id is not null), '{}')
            from dead d
            """;
    static final String CLEAR_RUNS = """
            update context.runs r set message_fingerprints = '', pending_artifacts = null
            where r.workspace_id = $1 and r.run_id = any ($2) and (r.message_fingerprints <> '' or r.pending_artifacts is not null)
            """;
    private static final String ERASE_TRANSCRIPT = """
            delete from context.transcript t
            where t.conversation = $1 and t.seq = any (array(
                select o.seq from context.transcript o
                where o.conversation = $1 and o.logged_at <= $2
                    and ($3::boolean or (o.run_id is null and o.metadata ->> 'actor_id' = $4::text))
                order by o.seq limit $5))
            """;
    private static final String LOCK =
            "select o.bot_id, o.conversation_id, o.thread_id from context.conversations o where o.id = $1 for update";
    private static final String ERASE_ACTORS = """
            delete from context.conversation_actors k
            where k.conversation = $1 and k.last_seen_at <= $2 and ($3::boolean or k.actor_id = $4::text)
            """;
    /** Marks the erased positions: all positions of the conversation if the log has no later entry. */
    private static final String MARK = """
            update context.conversations o set erased_at = $2,
                erased_event_seq = greatest(o.erased_event_seq, case when exists (
                    select from context.event_log l where l.conversation = $1) then $3::bigint else o.last_event_seq end)
            where o.id = $1
            """;

    /** Follows the lock of the conversation, on which an event of a delegation waits. Those of a named one were claimed at its request. */
    private static final String CLAIM_DELEGATED = """
            update context.delegated_conversations d set erasure_id = $1 from context.conversations o
            where o.id = $2 and d.workspace_id = o.workspace_id and d.bot_id = o.bot_id
                and d.parent_conversation_id = o.conversation_id and d.parent_thread_id = o.thread_id
            """;

    private static final String RUNS_WITH_ARTIFACTS = """
            select distinct d.run_id from (
                select a.run_id from context.artifacts a
                where a.workspace_id = $1 and md5(a.conversation_id) = md5($3) and a.bot_id = $2 and a.conversation_id = $3
                    and a.thread_id = $4 and a.created_at <= $5
                order by a.run_id limit $6) d
            """;
    private static final String ERASE_STATE = """
            delete from context.state s
            where s.workspace_id = $1 and s.bot_id = $2 and s.scope = 'conversation' and s.written_at <= $3 and s.subject = $4
            """;

    private final SqlClient transaction;
    private final int most;

    /** @param most rows that a step reads, about */
    ConversationErasure(SqlClient transaction, int most) {
        this.transaction = transaction;
        this.most = most;
    }

    Uni<ErasureProgress> step(ErasureProgress progress) {
        return step(progress, most);
    }

    private Uni<ErasureProgress> step(ErasureProgress progress, int budget) {
        if (budget <= 0) {
            return Uni.createFrom().item(progress);
        }
        return progress.inConversation() ? log(progress, budget) : next(progress, budget);
    }

    private Uni<ErasureProgress> next(ErasureProgress progress, int budget) {
        return execute(
                        NEXT,
                        progress.workspaceId(),
                        progress.botId(),
                        progress.conversationId(),
                        progress.threadId(),
                        progress.conversation())
                .chain(rows -> {
                    for (Row row : rows) {
                        return enter(progress, row).chain(entered -> step(entered, budget - ENTRY));
                    }
                    return Uni.createFrom().item(progress.at(ErasureProgress.Stage.OUTSIDE));
                });
    }

    private Uni<ErasureProgress> enter(ErasureProgress progress, Row conversation) {
        long id = conversation.getLong(0);
        String actor = progress.actorId();
        if (actor == null) {
            return Uni.createFrom().item(progress.enter(id, true));
        }
        return holds(PRESENCE, id, actor)
                .chain(isPresent -> isPresent
                        ? holds(
                                        SHARED,
                                        progress.workspaceId(),
                                        conversation.getString(1),
                                        conversation.getString(2),
                                        actor)
                                .map(isShared -> progress.enter(id, !isShared))
                        : Uni.createFrom().item(progress.skip(id)));
    }

    private Uni<ErasureProgress> log(ErasureProgress progress, int budget) {
        return execute(WINDOW, progress.conversation(), progress.logSeq(), progress.requestedAt(), budget)
                .map(rows -> rows.iterator().next())
                .chain(window -> {
                    Long until = window.getLong(0);
                    return until == null
                            ? transcript(progress, budget)
                            : erase(progress, until)
                                    .chain(erased -> step(
                                            erased, budget - window.getLong(1).intValue()));
                });
    }

    private Uni<ErasureProgress> erase(ErasureProgress progress, long until) {
        return execute(
                        ERASE_LOG,
                        progress.conversation(),
                        progress.logSeq(),
                        until,
                        progress.requestedAt(),
                        progress.whole(),
                        progress.actorId(),
                        progress.workspaceId())
                .map(rows -> rows.iterator().next())
                .chain(removed -> {
                    UUID[] runs = removed.getArrayOfUUIDs(3);
                    ErasureProgress next = progress.readLog(until)
                            .plus(ErasureReceipt.ofLog(removed.getLong(0), removed.getLong(1), removed.getLong(2)));
                    return execute(CLEAR_RUNS, progress.workspaceId(), runs)
                            .chain(() -> artifacts(next, List.of(runs)));
                });
    }

    private Uni<ErasureProgress> transcript(ErasureProgress progress, int budget) {
        return execute(
                        ERASE_TRANSCRIPT,
                        progress.conversation(),
                        progress.requestedAt(),
                        progress.whole(),
                        progress.actorId(),
                        most)
                .map(RowSet::rowCount)
                .chain(entries -> {
                    ErasureProgress next = progress.plus(ErasureReceipt.ofTranscript(entries));
                    return entries < most ? end(next, budget - entries) : step(next, budget - entries);
                });
    }

    private Uni<ErasureProgress> end(ErasureProgress progress, int budget) {
        return execute(LOCK, progress.conversation()).chain(rows -> execute(
                        ERASE_ACTORS,
                        progress.conversation(),
                        progress.requestedAt(),
                        progress.whole(),
                        progress.actorId())
                .chain(() -> progress.whole()
                        ? execute(MARK, progress.conversation(), progress.requestedAt(), progress.logSeq())
                                .replaceWithVoid()
                        : Uni.createFrom().voidItem())
                .chain(() -> {
                    if (progress.whole() && progress.actorId() != null) {
                        for (Row conversation : rows) {
                            return execute(CLAIM_DELEGATED, progress.erasureId(), progress.conversation())
                                    .chain(() -> belongings(progress, conversation, budget));
                        }
                    }
                    return step(progress.conversationSkipped(), budget);
                }));
    }

    /** Erases the artifacts and the state of a conversation of the actor alone. Those of a named conversation have stages of their own. */
    private Uni<ErasureProgress> belongings(ErasureProgress progress, Row conversation, int budget) {
        String bot = conversation.getString(0);
        String id = conversation.getString(1);
        String thread = conversation.getString(2);
        return execute(RUNS_WITH_ARTIFACTS, progress.workspaceId(), bot, id, thread, progress.requestedAt(), RUNS)
                .map(ConversationErasure::runs)
                .chain(runs -> runs.isEmpty()
                        ? execute(
                                        ERASE_STATE,
                                        progress.workspaceId(),
                                        bot,
                                        progress.requestedAt(),
                                        StateScopeKey.conversation(id, thread))
                                .chain(state -> step(
                                        progress.plus(ErasureReceipt.ofState(state.rowCount()))
                                                .conversationSkipped(),
                                        budget))
                        : artifacts(progress, runs).chain(next -> step(next, budget - RUNS)));
    }

    private Uni<ErasureProgress> artifacts(ErasureProgress progress, List<UUID> runs) {
        return ArtifactDeletion.ofRuns(transaction, progress.workspaceId(), runs)
                .map(deleted -> progress.plus(ErasureReceipt.ofArtifacts(deleted.artifacts(), deleted.bytes())));
    }

    static List<UUID> runs(RowSet<Row> rows) {
        List<UUID> runs = new ArrayList<>();
        rows.forEach(row -> runs.add(row.getUUID(0)));
        return runs;
    }

    private Uni<Boolean> holds(String question, @Nullable Object... values) {
        return execute(question, values).map(rows -> rows.iterator().next().getBoolean(0));
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return transaction.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
