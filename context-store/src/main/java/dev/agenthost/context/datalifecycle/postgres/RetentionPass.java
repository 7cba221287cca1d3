package dev.agenthost.context.datalifecycle.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The progress of the daily pass.
 *
 * @param conversation the last completed conversation
 * @param workspaceId the workspace whose entries outside conversations are next
 * @param until time of the last of these entries that was read; null before the first one
 */
record RetentionPass(
        Stage stage,
        long conversation,
        String workspaceId,
        @Nullable OffsetDateTime until) {
    private static final RetentionPass START = new RetentionPass(Stage.CONVERSATIONS, 0, "", null);

    private static final String TAKE = """
            select p.stage, p.conversation, p.workspace_id, nullif(p.read_until, '-infinity'), p.done_at is not null,
                coalesce(p.done_at > now() - interval '20 hours', false) and not p.rerun
            from context.retention_pass p for update skip locked
            """;
    private static final String BEGIN = "update context.retention_pass set done_at = null, rerun = false";
    private static final String SAVE = """
            update context.retention_pass
            set stage = $1, conversation = $2, workspace_id = $3, read_until = coalesce($4::timestamptz, '-infinity')
            """;
    private static final String END = "update context.retention_pass set done_at = now()";

    enum Stage {
        CONVERSATIONS,
        OUTSIDE,
        STATE,
        ARTIFACTS
    }

    /** Locks the pass until the end of the transaction; empty where another replica holds it, or where it ended recently. */
    static Uni<Optional<RetentionPass>> take(SqlClient transaction) {
        return transaction.query(TAKE).execute().chain(rows -> {
            for (Row row : rows) {
                if (row.getBoolean(5)) {
                    break;
                }
                return row.getBoolean(4)
                        ? transaction.query(BEGIN).execute().replaceWith(Optional.of(START))
                        : Uni.createFrom().item(Optional.of(read(row)));
            }
            return Uni.createFrom().item(Optional.empty());
        });
    }

    Uni<Void> save(SqlClient transaction) {
        return transaction
                .preparedQuery(SAVE)
                .execute(Tuple.from(
                        Arrays.asList(stage.name().toLowerCase(Locale.ROOT), conversation, workspaceId, until)))
                .replaceWithVoid();
    }

    static Uni<Void> end(SqlClient transaction) {
        return transaction.query(END).execute().replaceWithVoid();
    }

    RetentionPass at(Stage next) {
        return new RetentionPass(next, conversation, workspaceId, null);
    }

    RetentionPass after(long conversationDone) {
        return new RetentionPass(stage, conversationDone, workspaceId, until);
    }

    RetentionPass outside(String workspace, @Nullable OffsetDateTime readUntil) {
        return new RetentionPass(stage, conversation, workspace, readUntil);
    }

    private static RetentionPass read(Row row) {
        return new RetentionPass(
                Stage.valueOf(row.getString(0).toUpperCase(Locale.ROOT)),
                row.getLong(1),
                row.getString(2),
                row.getOffsetDateTime(3));
    }
}
