package dev.agenthost.context.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EmbeddingSettingsTest {
    private static final Map<String, String> SECRETS = Map.of("EMBEDDINGS", "sk-1234", "EMPTY", "");

    @Test
    void nothingMeansTheModelOfTheProcess() {
        assertThat(said(null, null, null, null).endpoint(SECRETS)).isEmpty();
    }

    @Test
    void anEndpointKnowsItsKeyAndDoesNotShowIt() {
        var endpoint = said("https://models.example/v1", "tiny", 3, "EMBEDDINGS")
                .endpoint(SECRETS)
                .orElseThrow();

        assertThat(endpoint.url()).isEqualTo("https://models.example/v1/embeddings");
        assertThat(endpoint.apiKey()).isEqualTo("sk-1234");
        assertThat(endpoint.toString()).doesNotContain("sk-1234");
    }

    @Test
    void whatIsWrongIsNamed() {
        wrong(said(null, "tiny", 3, null), "base-url");
        wrong(said("https://models.example/v1", null, 3, null), "model");
        wrong(said("https://models.example/v1", "tiny", null, null), "dimensions");
        wrong(said("https://models.example/v1", "tiny", 0, null), "dimensions");
        wrong(said("https://models.example/v1", "tiny", 8_193, null), "dimensions");
        wrong(said("https://models.example/v1", "tiny", 3, "NONE"), "api-key-ref: the secret NONE");
        wrong(said("https://models.example/v1", "tiny", 3, "EMPTY"), "api-key-ref: the secret EMPTY");
        wrong(said(null, null, null, "EMBEDDINGS"), "base-url");
        wrong(said("ftp://models.example", "tiny", 3, null), "base-url");
        wrong(said("no address", "tiny", 3, null), "base-url");
        wrong(said("https://me:hush@models.example", "tiny", 3, null), "base-url");
        wrong(said("https://models.example?a=b", "tiny", 3, null), "base-url");
        wrong(said("https://models.example", "a\nb", 3, null), "model");
    }

    private static void wrong(EmbeddingSettings settings, String named) {
        assertThatThrownBy(() -> settings.endpoint(SECRETS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(EmbeddingSettings.PREFIX + named)
                .hasMessageNotContaining("hush");
    }

    private static EmbeddingSettings said(
            @Nullable String url, @Nullable String model, @Nullable Integer dimensions, @Nullable String key) {
        return new EmbeddingSettings() {
            @Override
            public Optional<String> baseUrl() {
                return Optional.ofNullable(url);
            }

            @Override
            public Optional<String> model() {
                return Optional.ofNullable(model);
            }

            @Override
            public OptionalInt dimensions() {
                return dimensions == null ? OptionalInt.empty() : OptionalInt.of(dimensions);
            }

            @Override
            public Optional<String> apiKeyRef() {
                return Optional.ofNullable(key);
            }
        };
    }
}
