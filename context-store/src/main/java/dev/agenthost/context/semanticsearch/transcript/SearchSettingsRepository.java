package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where search settings are kept. */
public interface SearchSettingsRepository {
    Uni<SearchSettings> find(String workspaceId);

    /** @param expected empty for whatever is there */
    Uni<SearchSettingsWriteOutcome> put(
            String workspaceId, boolean byMeaning, Optional<Integer> expected, AuditEntry audit);

    /** How many entries of a workspace may still wait for their vectors: no fewer than there are; 0 where it is off. */
    Uni<Long> waiting(String workspaceId, String model);
}
