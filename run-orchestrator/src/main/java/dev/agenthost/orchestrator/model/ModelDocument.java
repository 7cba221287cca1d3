package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** A model in the format of the REST API and of the table. The id, the workspace and the version are optional. */
public record ModelDocument(
        @Nullable String modelId,
        @Nullable String workspaceId,
        ModelKind kind,
        Provider provider,
        String model,
        @Nullable Integer contextWindow,
        @Nullable ObjectNode extraArgs,
        @Nullable Boolean enabled,
        @Nullable Integer version) {
    public ModelDocument {
        Fields.required(kind, "kind");
        Fields.required(provider, "provider");
        Fields.text(model, "model");
    }

    /** The endpoint of the model. */
    public record Provider(String baseUrl, @Nullable String apiKeyRef) {
        public Provider {
            Fields.text(baseUrl, "base_url");
        }
    }

    /** Returns the model; its version is 1 if the document has none. */
    public Model model(String id, String workspace) {
        return new Model(
                workspace,
                id,
                kind,
                new Model.Provider(provider.baseUrl(), provider.apiKeyRef()),
                model,
                contextWindow,
                Fields.object(extraArgs),
                Fields.or(enabled, true),
                Fields.or(version, 1));
    }

    public static ModelDocument of(Model model) {
        return new ModelDocument(
                model.modelId(),
                model.workspaceId(),
                model.kind(),
                new Provider(model.provider().baseUrl(), model.provider().apiKeyRef()),
                model.model(),
                model.contextWindow(),
                model.extraArgs(),
                model.enabled(),
                model.version());
    }
}
