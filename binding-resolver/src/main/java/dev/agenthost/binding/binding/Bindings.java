package dev.agenthost.binding.binding;

import dev.agenthost.binding.change.Change;
import dev.agenthost.binding.change.ExpectedVersion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bindings as people keep them. A change is in effect for every event accepted after it, on every replica. */
public interface Bindings {
    /** Answers {@link BindingWritten.Stored}, {@link BindingWritten.Exists}, {@link BindingWritten.NoSuchAgent} or {@link BindingWritten.Clashing}. */
    Uni<BindingWritten> create(Binding binding, Change change);

    /** Replaces all of it; the version that is stored is the one after the expected. */
    Uni<BindingWritten> replace(Binding binding, ExpectedVersion expected, Change change);

    Uni<BindingWritten> delete(String workspaceId, String bindingId, ExpectedVersion expected, Change change);

    Uni<Optional<Binding>> find(String workspaceId, String bindingId);

    /** @param after the id that the page before ended with; null for the first page */
    Uni<List<Binding>> list(String workspaceId, @Nullable String after, int limit);
}
