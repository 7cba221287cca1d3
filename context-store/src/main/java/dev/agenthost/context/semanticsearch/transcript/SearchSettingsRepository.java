package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;

/** Stores search settings. */
public interface SearchSettingsRepository {
    Uni<SearchSettings> find(String workspaceId);

    Uni<WriteOutcome<SearchSettings>> put(
            String workspaceId, boolean byMeaning, ExpectedVersion expected, AuditEntry audit);

    /** Returns an upper bound of the entries of a workspace that wait for their vectors; 0 if the search is off. */
    Uni<Long> waiting(String workspaceId, String model);
}
