package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.ChangeAudit;
import dev.agenthost.binding.catalog.ChangeJournal;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.RecordHeaders;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** The journal, in the Hibernate session of the change. */
@ApplicationScoped
class PostgresChangeJournal implements ChangeJournal {
    /** The row of the revision is locked until the transaction ends, so that revisions have the order of commits. */
    static final String BEGIN = """
            with next as (update bindings.revision set value = value + 1 returning value)
            insert into bindings.workspaces (workspace_id, revision) select cast(:workspace as text), value from next
            on conflict (workspace_id) do update set revision = excluded.revision
            """;

    @Override
    public Uni<Void> begin(String workspaceId) {
        return Panache.getSession()
                .chain(session -> session.createNativeQuery(BEGIN)
                        .setParameter("workspace", workspaceId)
                        .executeUpdate())
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> audit(ChangeAudit entry) {
        OutboundRecord record = entry.record();
        return Panache.getSession()
                .chain(session -> session.createNativeQuery("""
                                insert into bindings.outbox
                                    (record_topic, record_partition, record_key, record_headers, record_value)
                                values (:topic, :partition, :key, :headers, :value)
                                """)
                        .setParameter("topic", record.topic())
                        .setParameter("partition", record.partition())
                        .setParameter("key", record.key())
                        .setParameter("headers", RecordHeaders.text(record.headers()))
                        .setParameter("value", record.value())
                        .executeUpdate())
                .replaceWithVoid();
    }
}
