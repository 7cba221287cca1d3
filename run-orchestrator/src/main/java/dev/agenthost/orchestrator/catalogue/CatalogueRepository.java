package dev.agenthost.orchestrator.catalogue;

import dev.agenthost.platform.rest.ExpectedVersion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores the items of one kind. A change is in effect for every call that begins after it, on every replica. */
public interface CatalogueRepository<T extends CatalogueItem> {
    /** The most ids of one query. */
    int MOST_NAMED = 256;

    Uni<Optional<T>> find(String workspaceId, String id);

    /**
     * Returns the stored items of the given ids, in no order.
     *
     * @param ids {@value #MOST_NAMED} at most
     */
    Uni<List<T>> findAll(String workspaceId, List<String> ids);

    /** Returns a page in the order of the ids. */
    Uni<List<T>> page(String workspaceId, @Nullable String after, int most);

    /** Stores a new item in its first version. */
    Uni<WriteOutcome<T>> create(T item);

    /** @param expected the version that is replaced */
    Uni<WriteOutcome<T>> replace(T item, ExpectedVersion expected);

    Uni<WriteOutcome<T>> delete(String workspaceId, String id, ExpectedVersion expected);
}
