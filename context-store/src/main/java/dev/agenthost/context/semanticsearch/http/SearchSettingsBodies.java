package dev.agenthost.context.semanticsearch.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.semanticsearch.transcript.SearchSettings;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import org.jspecify.annotations.Nullable;

/** Reads and writes the JSON of search settings. */
final class SearchSettingsBodies {
    private static final String BY_MEANING = "by_meaning";

    private SearchSettingsBodies() {}

    /** Takes any JSON value, so that a text is not coerced to a boolean. */
    record Written(@Nullable JsonNode byMeaning) {}

    /** Reads the settings; refuses unknown fields. */
    static boolean read(byte[] body) {
        if (RequestBodyReader.read(body, Written.class).byMeaning() instanceof BooleanNode value) {
            return value.booleanValue();
        }
        throw RequestBodyReader.invalid(BY_MEANING, "must be true or false");
    }

    static ObjectNode of(SearchSettings settings, long waiting) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(BY_MEANING, settings.byMeaning())
                .put("waiting", waiting);
    }
}
