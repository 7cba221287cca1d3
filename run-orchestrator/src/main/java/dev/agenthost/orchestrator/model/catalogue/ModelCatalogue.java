package dev.agenthost.orchestrator.model.catalogue;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The models that people keep. A change is in effect for every call that begins after it, on every replica. */
public interface ModelCatalogue {
    Uni<Optional<Model>> find(String workspaceId, String modelId);

    /** In the order of their ids. */
    Uni<List<Model>> page(String workspaceId, @Nullable String after, int most);

    /** A new one, in its first version. */
    Uni<Written> create(Model model);

    /** @param expected the version that is replaced; empty for whichever is there */
    Uni<Written> replace(Model model, Optional<Integer> expected);

    Uni<Written> delete(String workspaceId, String modelId, Optional<Integer> expected);
}
