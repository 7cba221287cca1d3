package dev.agenthost.orchestrator.model.postgres;

import dev.agenthost.orchestrator.catalogue.CatalogueRepository;
import dev.agenthost.orchestrator.catalogue.postgres.CatalogueTable;
import dev.agenthost.orchestrator.catalogue.postgres.PostgresCatalogueRepository;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelDocument;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.mutiny.sqlclient.Pool;

/** {@code runs.models}. */
public final class PostgresModels {
    private static final CatalogueTable<Model> TABLE = new CatalogueTable<>(
            "models", "model_id", ModelDocument::of, (document, workspaceId, id, version) -> ProtocolCodec.decode(
                            document, ModelDocument.class)
                    .model(id, workspaceId)
                    .withVersion(version));

    private PostgresModels() {}

    public static CatalogueRepository<Model> in(Pool pool) {
        return new PostgresCatalogueRepository<>(pool, TABLE);
    }
}
