package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.postgres.PostgresOutboxRepository;
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** The journal of changes: the next revision before any read, which serialises changes, and the outbox. */
@ApplicationScoped
class PostgresChangeJournal implements ChangeJournal {
    /** The row of the revision is locked until the transaction ends, so that revisions have the order of commits. */
    static final String BEGIN = """
            with next as (update bindings.revision set value = value + 1 returning value)
            insert into bindings.workspaces (workspace_id, revision) select $1, value from next
            on conflict (workspace_id) do update set revision = excluded.revision
            """;

    private final PostgresOutboxRepository outbox;

    PostgresChangeJournal(PostgresOutboxRepository outbox) {
        this.outbox = outbox;
    }

    @Override
    public String service() {
        return OutboundRecord.SOURCE;
    }

    /** The revision is visible after the commit. */
    @Override
    public Uni<Void> begin(SqlConnection transaction, String workspaceId) {
        return transaction.preparedQuery(BEGIN).execute(Tuple.of(workspaceId)).replaceWithVoid();
    }

    @Override
    public Uni<Void> record(SqlConnection transaction, AuditEntry entry) {
        return outbox.lay(transaction, List.of(OutboundRecord.ofChange(entry)));
    }
}
