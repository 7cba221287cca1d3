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
    void withoutSettingsTheBuiltInModelIsUsed() {
        assertThat(settings(null, null, null, null).endpoint(SECRETS)).isEmpty();
    }

    @Test
    void anEndpointHasItsKeyAndDoesNotPrintIt() {
        var endpoint = settings("https://models.example/v1", "tiny", 3, "EMBEDDINGS")
                .endpoint(SECRETS)
                .orElseThrow();

        assertThat(endpoint.url()).isEqualTo("https://models.example/v1/embeddings");
        assertThat(endpoint.apiKey()).isEqualTo("sk-1234");
        assertThat(endpoint.toString()).doesNotContain("sk-1234");
    }

    @Test
    void invalidRequestsNameTheField() {
        wrong(settings(null, "tiny", 3, null), "base-url");
        wrong(settings("https://models.example/v1", null, 3, null), "model");
        wrong(settings("https://models.example/v1", "tiny", null, null), "dimensions");
        wrong(settings("https://models.example/v1", "tiny", 0, null), "dimensions");
        wrong(settings("https://models.example/v1", "tiny", 8_193, null), "dimensions");
        wrong(settings("https://models.example/v1", "tiny", 3, "NONE"), "api-key-ref: the secret NONE");
        wrong(settings("https://models.example/v1", "tiny", 3, "EMPTY"), "api-key-ref: the secret EMPTY");
        wrong(settings(null, null, null, "EMBEDDINGS"), "base-url");
        wrong(settings("ftp://models.example", "tiny", 3, null), "base-url");
        wrong(settings("no address", "tiny", 3, null), "base-url");
        wrong(settings("https://me:hush@models.example", "tiny", 3, null), "base-url");
        wrong(settings("https://models.example?a=b", "tiny", 3, null), "base-url");
        wrong(settings("https://models.example", "a\nb", 3, null), "model");
    }

    private static void wrong(EmbeddingSettings settings, String named) {
        assertThatThrownBy(() -> settings.endpoint(SECRETS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(EmbeddingSettings.PREFIX + named)
                .hasMessageNotContaining("hush");
    }

    private static EmbeddingSettings settings(
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
