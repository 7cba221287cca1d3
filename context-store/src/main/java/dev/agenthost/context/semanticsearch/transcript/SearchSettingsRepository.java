package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Stores search settings. */
public interface SearchSettingsRepository {
    Uni<SearchSettings> find(String workspaceId);

    /** @param expected empty for any stored version */
    Uni<SearchSettingsWriteOutcome> put(
            String workspaceId, boolean byMeaning, Optional<Integer> expected, AuditEntry audit);

    /** Returns an upper bound of the entries of a workspace that wait for their vectors; 0 if the search is off. */
    Uni<Long> waiting(String workspaceId, String model);
}
