package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.ChangeRejection;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** The rows of one kind, and what they demand of each other. Called within a Hibernate session, changes within a transaction. */
public interface RowRepository<T> {
    /** For instance {@code agent}. */
    String kind();

    Uni<Optional<DocumentRow<T>>> find(String workspaceId, String id);

    /** In the order of the ids, from the first after that one. */
    Uni<List<DocumentRow<T>>> after(String workspaceId, String id, int limit);

    Uni<Void> insert(T value);

    /** What forbids it to stand among the others. */
    Uni<Optional<ChangeRejection>> forbidsKeeping(T value);

    /** What forbids it to go. */
    Uni<Optional<ChangeRejection>> forbidsDeleting(T value);
}
