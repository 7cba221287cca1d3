package dev.agenthost.context.transcript.postgres;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.transcript.ConversationRepository;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Singleton;

/** Reads the first entry of the indexes by conversation. */
@Singleton
public final class PostgresConversationRepository implements ConversationRepository {
    private static final String IS_KNOWN = """
            select exists (select from context.transcript t where t.conversation = c.id)
                or exists (select from context.event_log l where l.conversation = c.id and l.kind = 'event') as known
            from (select %s as id) c""".formatted(ConversationQueries.CONVERSATION);

    private final Pool pool;

    public PostgresConversationRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Boolean> isKnown(ConversationRef conversation) {
        return pool.preparedQuery(IS_KNOWN)
                .execute(ConversationQueries.in(conversation))
                .map(rows -> rows.iterator().next().getBoolean("known"));
    }
}
