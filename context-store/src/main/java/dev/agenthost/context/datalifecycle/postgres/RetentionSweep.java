package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.RetentionRules;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One bounded step of the daily pass over expired data, in a transaction. */
final class RetentionSweep {
    private static final int PAGE = 100;
    /** Cost of a conversation without expired rows, in rows. */
    private static final int CONVERSATION = 4;

    private static final String CONVERSATIONS = """
            select o.id, w.conversations_days, w.state_days, w.artifacts_days
            from context.conversations o left join context.retention w on w.workspace_id = o.workspace_id
            where o.id > $1 order by o.id limit $2
            """;
    /**
     * Entries of the transcript have their numbers in the order of their storing: none is read where the first one is young. The actors of
     * a conversation outlive its entries, as its state and artifacts do; so does the record of its delegation, by the time that the
     * delegated task may have taken.
     */
    private static final String EXPIRE_CONVERSATION = """
            with log as (
                delete from context.event_log l
                where l.conversation = $1 and l.logged_at < now() - make_interval(days => $2) and l.seq = any (array(
                    select o.seq from context.event_log o
                    where o.conversation = $1 and o.logged_at < now() - make_interval(days => $2)
                    order by o.seq limit $4))
                returning l.seq, l.kind, l.type),
            recalled as (
                delete from context.recalls r using log l
                where l.kind = 'event' and l.type = 'message.recalled' and r.conversation = $1 and r.seq = l.seq),
            entries as (
                delete from context.transcript t
                where t.conversation = $1 and t.logged_at < now() - make_interval(days => $2) and t.seq = any (array(
                    select o.seq from context.transcript o where o.conversation = $1 order by o.seq limit $4))
                    and (select o.logged_at from context.transcript o where o.conversation = $1 order by o.seq limit 1)
                        < now() - make_interval(days => $2)
                returning t.seq),
            actors as (
                delete from context.conversation_actors k
                where k.conversation = $1 and k.last_seen_at < now() - make_interval(days => $3)),
            delegated as (
                delete from context.delegated_conversations d using context.conversations o
                where o.id = $1 and d.workspace_id = o.workspace_id and d.bot_id = o.bot_id
                    and d.conversation_id = o.conversation_id and d.erasure_id is null
                    and d.recorded_at < now() - make_interval(days => $3 + 35)
                    and not exists (select from context.event_log l where l.conversation = $1))
            select (select count(*) from log)::integer, (select count(*) from entries)::integer
            """;

    private static final String NEXT_WORKSPACE =
            "select min(l.workspace_id) from context.event_log l where l.conversation is null and l.workspace_id > $1";
    private static final String THIS_WORKSPACE =
            "select min(l.workspace_id) from context.event_log l where l.conversation is null and l.workspace_id >= $1";
    private static final String DAYS =
            "select w.conversations_days, w.audit_days from context.retention w where w.workspace_id = $1";
    private static final String EXPIRE_OUTSIDE = """
            with w as materialized (
                select max(o.logged_at) as until
                from (select l.logged_at from context.event_log l
                      where l.conversation is null and l.workspace_id = $1
                          and l.logged_at > coalesce($2::timestamptz, '-infinity')
                          and l.logged_at < now() - make_interval(days => least($3::integer, $4::integer))
                      order by l.logged_at limit $5) o),
            dead as (
                delete from context.event_log l using w
                where l.conversation is null and l.workspace_id = $1
                    and l.logged_at > coalesce($2::timestamptz, '-infinity') and l.logged_at <= w.until
                    and l.logged_at < now() - make_interval(days => case l.kind when 'audit' then $4::integer else $3::integer end))
            select until from w
            """;
    private static final String EXPIRE_STATE = """
            delete from context.state s where s.ctid = any (array(
                select o.ctid from context.state o left join context.retention w on w.workspace_id = o.workspace_id
                where o.written_at < now() - make_interval(days => least(coalesce(w.state_days, $1::integer), $2::integer))
                limit $3))
            """;
    /** Shortens the lifetime of artifacts to the days of their workspace. */
    private static final String SHORTEN_ARTIFACTS = """
            update context.artifacts a
            set expires_at = a.created_at + make_interval(days => least(w.artifacts_days, $1::integer))
            from context.retention w
            where w.workspace_id = a.workspace_id and w.artifacts_days is not null and a.ctid = any (array(
                select o.ctid from context.artifacts o join context.retention v on v.workspace_id = o.workspace_id
                where v.artifacts_days is not null
                    and o.expires_at > o.created_at + make_interval(days => least(v.artifacts_days, $1::integer))
                limit $2))
            """;

    private final SqlClient transaction;
    private final RetentionRules rules;
    private final int atOnce;

    /** @param atOnce rows that a step deletes, about */
    RetentionSweep(SqlClient transaction, RetentionRules rules, int atOnce) {
        this.transaction = transaction;
        this.rules = rules;
        this.atOnce = atOnce;
    }

    /** Answers false where the pass is over, or another replica works on it. */
    Uni<Boolean> step() {
        return RetentionPass.take(transaction)
                .chain(pass -> pass.isEmpty() ? Uni.createFrom().item(false) : step(pass.get()));
    }

    private Uni<Boolean> step(RetentionPass pass) {
        return switch (pass.stage()) {
            case CONVERSATIONS -> saved(conversations(pass, atOnce));
            case OUTSIDE -> saved(outside(pass));
            case STATE ->
                saved(execute(
                                EXPIRE_STATE,
                                rules.state().defaultDays(),
                                rules.state().maxDays(),
                                atOnce)
                        .map(expired -> expired.rowCount() == 0 ? pass.at(RetentionPass.Stage.ARTIFACTS) : pass));
            case ARTIFACTS ->
                execute(SHORTEN_ARTIFACTS, rules.artifacts().maxDays(), atOnce)
                        .chain(shortened -> shortened.rowCount() == 0
                                ? pass.save(transaction)
                                        .chain(() -> RetentionPass.end(transaction))
                                        .replaceWith(false)
                                : pass.save(transaction).replaceWith(true));
        };
    }

    private Uni<Boolean> saved(Uni<RetentionPass> next) {
        return next.call(pass -> pass.save(transaction)).replaceWith(true);
    }

    private Uni<RetentionPass> conversations(RetentionPass pass, int budget) {
        if (budget <= 0) {
            return Uni.createFrom().item(pass);
        }
        return execute(CONVERSATIONS, pass.conversation(), PAGE).chain(rows -> {
            List<Row> page = new ArrayList<>();
            rows.forEach(page::add);
            return page.isEmpty()
                    ? Uni.createFrom().item(pass.at(RetentionPass.Stage.OUTSIDE))
                    : page(pass, page, 0, budget);
        });
    }

    private Uni<RetentionPass> page(RetentionPass pass, List<Row> page, int index, int budget) {
        if (budget <= 0) {
            return Uni.createFrom().item(pass);
        }
        if (index == page.size()) {
            return conversations(pass, budget);
        }
        Row conversation = page.get(index);
        int days = rules.conversations().inEffect(conversation.getInteger(1));
        int longest = Math.max(
                days,
                Math.max(
                        rules.state().inEffect(conversation.getInteger(2)),
                        rules.artifacts().inEffect(conversation.getInteger(3))));
        return execute(EXPIRE_CONVERSATION, conversation.getLong(0), days, longest + 1, atOnce)
                .map(rows -> rows.iterator().next())
                .chain(expired -> {
                    int log = expired.getInteger(0);
                    int entries = expired.getInteger(1);
                    boolean isDone = log < atOnce && entries < atOnce;
                    return page(
                            isDone ? pass.after(conversation.getLong(0)) : pass,
                            page,
                            isDone ? index + 1 : index,
                            budget - log - entries - CONVERSATION);
                });
    }

    private Uni<RetentionPass> outside(RetentionPass pass) {
        return execute(pass.until() == null ? NEXT_WORKSPACE : THIS_WORKSPACE, pass.workspaceId())
                .chain(rows -> {
                    String workspace = rows.iterator().next().getString(0);
                    if (workspace == null) {
                        return Uni.createFrom().item(pass.outside("", null).at(RetentionPass.Stage.STATE));
                    }
                    OffsetDateTime after = workspace.equals(pass.workspaceId()) ? pass.until() : null;
                    return outside(workspace, after).map(until -> pass.outside(workspace, until));
                });
    }

    private Uni<@Nullable OffsetDateTime> outside(String workspaceId, @Nullable OffsetDateTime after) {
        return execute(DAYS, workspaceId).chain(rows -> {
            Integer conversations = null;
            Integer audit = null;
            for (Row row : rows) {
                conversations = row.getInteger(0);
                audit = row.getInteger(1);
            }
            return execute(
                            EXPIRE_OUTSIDE,
                            workspaceId,
                            after,
                            rules.conversations().inEffect(conversations),
                            rules.audit().inEffect(audit),
                            atOnce)
                    .map(expired -> expired.iterator().next().getOffsetDateTime(0));
        });
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return transaction.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
