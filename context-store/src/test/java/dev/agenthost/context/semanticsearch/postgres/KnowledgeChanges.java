package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.audit.postgres.OutboxAuditRecorder;
import dev.agenthost.platform.rest.ChangeContext;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Instant;
import java.util.UUID;

/** Creates repositories of knowledge bases, and changes for them. */
final class KnowledgeChanges {
    private KnowledgeChanges() {}

    static PostgresKnowledgeBaseRepository bases(Pool pool) {
        return new PostgresKnowledgeBaseRepository(
                pool, new OutboxAuditRecorder(pool, entry -> Uni.createFrom().voidItem()));
    }

    static ChangeContext change() {
        return new ChangeContext(UUID.randomUUID().toString(), "key", Instant.now());
    }
}
