package dev.agenthost.orchestrator.model.catalogue;

import dev.agenthost.door.version.ExpectedVersion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The models that people keep. A change is in effect for every call that begins after it, on every replica. */
public interface ModelCatalogue {
    /** Of one question by ids. */
    int MOST_NAMED = 256;

    Uni<Optional<Model>> find(String workspaceId, String modelId);

    /**
     * Those of the ids that are there, in no order.
     *
     * @param modelIds {@value #MOST_NAMED} at most
     */
    Uni<List<Model>> named(String workspaceId, List<String> modelIds);

    /** In the order of their ids. */
    Uni<List<Model>> page(String workspaceId, @Nullable String after, int most);

    /** A new one, in its first version. */
    Uni<Written> create(Model model);

    /** @param expected the version that is replaced */
    Uni<Written> replace(Model model, ExpectedVersion expected);

    Uni<Written> delete(String workspaceId, String modelId, ExpectedVersion expected);
}
