package dev.agenthost.platform.postgres;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

/** Records the changes of a service. */
public interface ChangeJournal {
    /** Returns the service's name in its audit entries. */
    String service();

    /** Begins a change, before the change reads anything in its transaction. */
    default Uni<Void> begin(SqlConnection transaction, String workspaceId) {
        return Uni.createFrom().voidItem();
    }

    /** Stores the entry in the transaction of the change; it is published after the commit, also after a crash. */
    Uni<Void> record(SqlConnection transaction, AuditEntry entry);

    /** Learns that the transaction of the entry is committed. Never blocks and never fails. */
    default void committed(AuditEntry entry) {}
}
