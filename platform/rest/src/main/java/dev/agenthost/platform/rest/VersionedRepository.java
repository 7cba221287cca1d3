package dev.agenthost.platform.rest;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores the objects of one kind, each change together with its audit entry. A change is in effect for every request that begins
 * after it, on every replica.
 */
public interface VersionedRepository<T extends VersionedItem<T>> {
    /** The most ids of one query. */
    int MAX_IDS = 256;

    Uni<Optional<T>> find(String workspaceId, String id);

    /**
     * Returns the stored objects of the given ids, in no order.
     *
     * @param ids {@value #MAX_IDS} at most
     */
    Uni<List<T>> findAll(String workspaceId, List<String> ids);

    /**
     * Returns a page in the order of the ids.
     *
     * @param after the last id of the page before; null for the first page
     */
    Uni<List<T>> page(String workspaceId, @Nullable String after, int limit);

    /** Stores a new object in its first version. */
    Uni<WriteOutcome<T>> create(T value, ChangeContext change);

    /** Replaces an object; its version is the one after the expected. */
    Uni<WriteOutcome<T>> replace(T value, ExpectedVersion expected, ChangeContext change);

    Uni<WriteOutcome<T>> delete(String workspaceId, String id, ExpectedVersion expected, ChangeContext change);
}
