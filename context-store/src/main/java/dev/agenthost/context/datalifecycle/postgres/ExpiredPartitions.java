package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.RetentionRules;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.List;

/** Partitions of the event log that are older than the longest retention of any workspace. */
final class ExpiredPartitions {
    private static final String DAYS = "select r.conversations_days, r.audit_days from context.retention r";
    private static final String FIND = """
            select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = 'context.event_log'::regclass and c.relname ~ '^event_log_\\d{4}_\\d\\d$'
                and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC'
                    <= now() - make_interval(days => $1)
            order by c.relname
            """;
    private static final String LOCK = "select pg_try_advisory_xact_lock(hashtext('context.event_log'))";
    /** Writers of the log wait behind a transaction that waits for its lock. */
    private static final String BRIEFLY = "set local lock_timeout = '100ms'";

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String NO_TABLE = "42P01";

    private final Pool pool;
    private final RetentionRules rules;

    ExpiredPartitions(Pool pool, RetentionRules rules) {
        this.pool = pool;
        this.rules = rules;
    }

    /** Drops the partitions, one replica at a time; skips a partition in use until the next call. Returns the number of dropped ones. */
    Uni<Integer> drop() {
        return pool.query(DAYS)
                .execute()
                .map(rows -> {
                    int longest = Math.max(
                            rules.conversations().inEffect(null), rules.audit().inEffect(null));
                    for (Row row : rows) {
                        longest = Math.max(longest, rules.conversations().inEffect(row.getInteger(0)));
                        longest = Math.max(longest, rules.audit().inEffect(row.getInteger(1)));
                    }
                    return longest;
                })
                .chain(longest -> pool.preparedQuery(FIND).execute(Tuple.of(longest)))
                .chain(rows -> {
                    List<String> names = new ArrayList<>();
                    rows.forEach(row -> names.add(row.getString(0)));
                    Uni<Integer> dropped = Uni.createFrom().item(0);
                    for (String name : names) {
                        dropped = dropped.chain(soFar -> drop(name).map(isDropped -> isDropped ? soFar + 1 : soFar));
                    }
                    return dropped;
                });
    }

    private Uni<Boolean> drop(String name) {
        return pool.withTransaction(connection -> connection
                        .query(LOCK)
                        .execute()
                        .chain(locked -> locked.iterator().next().getBoolean(0)
                                ? connection
                                        .query(BRIEFLY)
                                        .execute()
                                        .chain(() -> connection
                                                .query("drop table context." + name)
                                                .execute())
                                        .replaceWith(true)
                                : Uni.createFrom().item(false)))
                .onFailure(ExpiredPartitions::isInUse)
                .recoverWithItem(false);
    }

    private static boolean isInUse(Throwable why) {
        return why instanceof PgException refusal
                && (LOCK_NOT_AVAILABLE.equals(refusal.getSqlState()) || NO_TABLE.equals(refusal.getSqlState()));
    }
}
