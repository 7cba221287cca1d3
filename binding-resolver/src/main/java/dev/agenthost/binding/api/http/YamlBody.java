package dev.agenthost.binding.api.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** YAML as a tree of JSON, within the limits that JSON has here. Aliases are not followed. */
final class YamlBody {
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            // A second document of the file would be dropped silently.
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private YamlBody() {}

    /** Returns the tree of a body in JSON, or in YAML by its media type. A fault is a 400 that names the field. */
    static JsonNode read(byte[] body, @Nullable MediaType type) {
        try {
            boolean isYaml = type != null && type.getSubtype().endsWith("yaml");
            return isYaml ? read(body) : ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            throw RequestBodyReader.invalid(e.field(), e.why());
        }
    }

    static JsonNode read(byte[] body) throws UndecodableException {
        try {
            checkTokens(body);
            return ProtocolCodec.readTree(ProtocolCodec.encode(YAML.readTree(body)));
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw new UndecodableException(
                    UndecodableException.ROOT,
                    at == null
                            ? "is not YAML"
                            : "is not YAML, at line " + at.getLineNr() + " column " + at.getColumnNr());
        } catch (IOException | StackOverflowError | IllegalArgumentException e) {
            throw new UndecodableException(UndecodableException.ROOT, "must be valid YAML");
        }
    }

    /** Before a tree is made of it: the reader of YAML has no bound of its own. */
    private static void checkTokens(byte[] body) throws IOException, UndecodableException {
        try (JsonParser parser = YAML.createParser(body)) {
            for (int tokens = 0; parser.nextToken() != null; tokens++) {
                if (tokens == ProtocolCodec.MAX_TOKENS_OF_OTHERS) {
                    throw new UndecodableException(UndecodableException.ROOT, "contains too many values");
                }
            }
        }
    }
}
