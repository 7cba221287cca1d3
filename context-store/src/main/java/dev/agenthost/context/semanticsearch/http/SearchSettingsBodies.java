package dev.agenthost.context.semanticsearch.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.semanticsearch.transcript.SearchSettings;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.json.ProtocolCodec;
import org.jspecify.annotations.Nullable;

/** Search settings as people write and see them, and what they are told where they are none. */
final class SearchSettingsBodies {
    private static final String BY_MEANING = "by_meaning";

    private SearchSettingsBodies() {}

    /** As it came: a text is no claim. */
    record Written(@Nullable JsonNode byMeaning) {}

    /** What nobody understands is refused. */
    static boolean read(byte[] body) {
        if (RequestBodyReader.read(body, Written.class).byMeaning() instanceof BooleanNode said) {
            return said.booleanValue();
        }
        throw RequestBodyReader.invalid(BY_MEANING, "must be true or false");
    }

    static byte[] of(SearchSettings settings, long waiting) {
        return ProtocolCodec.encode(JsonNodeFactory.instance
                .objectNode()
                .put(BY_MEANING, settings.byMeaning())
                .put("waiting", waiting));
    }
}
