package dev.agenthost.context.semanticsearch.embedding;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that makes vectors outside of the process.
 *
 * @param baseUrl for instance {@code https://models.example/v1}
 * @param model the provider's name of it
 * @param dimensions length of its vectors; {@link #ANY} if unknown
 * @param apiKey the secret itself, so {@link #toString} omits it; a provider may want none
 * @param extraArgs sent with each request
 */
public record EmbeddingsEndpoint(
        String baseUrl,
        String model,
        int dimensions,
        @Nullable String apiKey,
        ObjectNode extraArgs) {
    /** Means any length of vectors. */
    public static final int ANY = 0;

    public static final int MOST_DIMENSIONS = 8_192;
    private static final int LONGEST_NAME = 200;

    public EmbeddingsEndpoint {
        Fields.text(baseUrl, "base-url");
        Fields.text(model, "model");
        Fields.within(dimensions, ANY, MOST_DIMENSIONS, "dimensions");
        if (!isAddress(baseUrl)) {
            throw new InvalidFieldException("base-url", "must be an http or https address without query");
        }
        if (model.length() > LONGEST_NAME || model.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidFieldException("model", "is longer than " + LONGEST_NAME + " characters, or no one line");
        }
    }

    public EmbeddingsEndpoint(String baseUrl, String model, int dimensions, @Nullable String apiKey) {
        this(baseUrl, model, dimensions, apiKey, JsonNodeFactory.instance.objectNode());
    }

    /** Names the vectors; vectors of one name are comparable. */
    public String name() {
        return model + "/" + dimensions;
    }

    public String url() {
        return (baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl) + "/embeddings";
    }

    private static boolean isAddress(String text) {
        try {
            URI url = URI.create(text);
            String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https"))
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "EmbeddingsEndpoint[" + name() + "]";
    }
}
