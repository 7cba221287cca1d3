package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.ChangeRejection;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** The rows of one kind, and the constraints between them. Called within a Hibernate session, changes within a transaction. */
public interface RowRepository<T> {
    /** Returns the name, for instance {@code agent}. */
    String kind();

    Uni<Optional<DocumentRow<T>>> find(String workspaceId, String id);

    /** Returns rows in the order of the ids, from the first after that one. */
    Uni<List<DocumentRow<T>>> after(String workspaceId, String id, int limit);

    Uni<Void> insert(T value);

    /** Returns the constraint that the value violates; empty if it may be stored. */
    Uni<Optional<ChangeRejection>> forbidsKeeping(T value);

    /** Returns the constraint that forbids a deletion; empty if the value may be deleted. */
    Uni<Optional<ChangeRejection>> forbidsDeleting(T value);
}
