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
    @Override
    public Uni<Void> begin(String workspaceId) {
        return Panache.getSession()
                .chain(session -> session.createNativeQuery("select bindings.begin_change(:workspace)", Long.class)
                        .setParameter("workspace", workspaceId)
                        .getSingleResult())
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
