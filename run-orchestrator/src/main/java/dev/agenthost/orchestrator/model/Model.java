package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.protocol.error.Fields;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A model of a workspace.
 *
 * @param modelId the id in bindings and selectors
 * @param model the provider's name of the model
 * @param contextWindow tokens
 * @param extraArgs sent with each call; arguments of the call override them
 * @param version from 1, raised by each change
 */
public record Model(
        String workspaceId,
        String modelId,
        ModelKind kind,
        Provider provider,
        String model,
        @Nullable Integer contextWindow,
        ObjectNode extraArgs,
        boolean enabled,
        int version)
        implements VersionedItem<Model> {
    public Model {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(modelId, "model_id");
        Fields.required(kind, "kind");
        Fields.required(provider, "provider");
        Fields.text(model, "model");
    }

    /**
     * The endpoint of a model.
     *
     * @param baseUrl for instance {@code https://models.example/v1}
     * @param apiKeyRef the name of a configured secret; null for a provider without one
     */
    public record Provider(String baseUrl, @Nullable String apiKeyRef) {
        public Provider {
            Fields.text(baseUrl, "base_url");
        }

        /** Returns the host name of the provider for display, without path and port. */
        public Optional<String> host() {
            try {
                return Optional.ofNullable(URI.create(baseUrl).getHost());
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        /** Returns the URL of an endpoint, for instance {@code /chat/completions}. */
        public String endpoint(String path) {
            return (baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl) + path;
        }
    }

    @Override
    public String id() {
        return modelId;
    }

    @Override
    public Model withVersion(int newVersion) {
        return new Model(workspaceId, modelId, kind, provider, model, contextWindow, extraArgs, enabled, newVersion);
    }
}
