package dev.agenthost.context.semanticsearch.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * Finds the next conversation of a workspace that lacks vectors, and locks its row or that of its progress. The order: new messages, the
 * longest wait first; conversations without any vector, the newest first; those with older entries, in turns; those with vectors of
 * another model. Conversations that another replica has claimed are passed over. Each statement reads the beginning of an index.
 */
final class NextConversationQuery {
    private static final String NOT_CLAIMED = """
            and coalesce((
                select m.due_at from context.vectored_conversations m where m.conversation = c.id), '-infinity') <= clock_timestamp()
            """;
    private static final List<String> IN_ORDER = List.of(
            """
            select c.id from context.conversations c
            where c.workspace_id = $1 and c.vectors_due < 'infinity' and $2::text is not null
            """ + NOT_CLAIMED + "order by c.vectors_due limit 1 for no key update skip locked",
            """
            select c.id from context.conversations c
            where c.workspace_id = $1 and c.vectors_due = 'infinity' and $2::text is not null
            """ + NOT_CLAIMED + "order by c.id desc limit 1 for no key update skip locked",
            """
            select m.conversation from context.vectored_conversations m
            where m.workspace_id = $1 and m.bottom > 0 and m.due_at <= clock_timestamp() and $2::text is not null
            order by m.due_at limit 1 for no key update skip locked
            """,
            """
            select m.conversation from context.vectored_conversations m
            where m.workspace_id = $1 and m.model < $2 and m.due_at <= clock_timestamp()
            order by m.model desc, m.conversation desc limit 1 for no key update skip locked
            """,
            """
            select m.conversation from context.vectored_conversations m
            where m.workspace_id = $1 and m.model > $2 and m.due_at <= clock_timestamp()
            order by m.model desc, m.conversation desc limit 1 for no key update skip locked
            """);

    private NextConversationQuery() {}

    static Uni<Optional<Long>> find(SqlClient transaction, String workspaceId, String model) {
        return find(transaction, Tuple.of(workspaceId, model), 0);
    }

    private static Uni<Optional<Long>> find(SqlClient transaction, Tuple values, int index) {
        if (index == IN_ORDER.size()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return transaction.preparedQuery(IN_ORDER.get(index)).execute(values).chain(rows -> {
            for (Row row : rows) {
                return Uni.createFrom().item(Optional.of(row.getLong(0)));
            }
            return find(transaction, values, index + 1);
        });
    }
}
