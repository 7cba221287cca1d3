package dev.agenthost.orchestrator.model.postgres;

import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelDocument;
import dev.agenthost.platform.postgres.VersionedTable;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;

/** {@code runs.models}. */
public final class ModelTable {
    public static final VersionedTable<Model> TABLE = VersionedTable.ofDocuments(
            "runs.models",
            "model",
            "model_id",
            true,
            ModelDocument::of,
            (document, id, workspaceId, version) -> ProtocolCodec.decode(document, ModelDocument.class)
                    .model(id, workspaceId)
                    .withVersion(version),
            List.of());

    private ModelTable() {}
}
