package dev.agenthost.binding.change;

import dev.agenthost.door.version.ExpectedVersion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All of one kind, as people keep it. A change is in effect for every event accepted after it, on every replica. */
public interface Register<T extends Versioned<T>> {
    /** Stores it as it is. */
    Uni<Written<T>> create(T value, Change change);

    /** Replaces all of it; the version that is stored is the one after the expected. */
    Uni<Written<T>> replace(T value, ExpectedVersion expected, Change change);

    Uni<Written<T>> delete(String workspaceId, String id, ExpectedVersion expected, Change change);

    Uni<Optional<T>> find(String workspaceId, String id);

    /** @param after the id that the page before ended with; null for the first page */
    Uni<List<T>> list(String workspaceId, @Nullable String after, int limit);
}
