package dev.agenthost.binding.catalog;

import dev.agenthost.platform.rest.ExpectedVersion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All of one kind, as people keep it. A change is in effect for every event accepted after it, on every replica. */
public interface DefinitionRepository<T extends VersionedDefinition<T>> {
    /** Stores it as it is. */
    Uni<WriteOutcome<T>> create(T value, ChangeContext change);

    /** Replaces all of it; the version that is stored is the one after the expected. */
    Uni<WriteOutcome<T>> replace(T value, ExpectedVersion expected, ChangeContext change);

    Uni<WriteOutcome<T>> delete(String workspaceId, String id, ExpectedVersion expected, ChangeContext change);

    Uni<Optional<T>> find(String workspaceId, String id);

    /** @param after the id that the page before ended with; null for the first page */
    Uni<List<T>> list(String workspaceId, @Nullable String after, int limit);
}
