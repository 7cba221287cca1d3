package dev.agenthost.im.wecom.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.wecom.xml.WeComXml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Documents with their outcomes; each names the page of the platform that it follows, or that it is assumed. */
public final class WeComEventCases {
    /** The bot of the cases. */
    public static final WeComIdentity BOT = new WeComIdentity("support", "ww1a", 1000002);

    private WeComEventCases() {}

    public static List<JsonNode> all() {
        try (InputStream file = WeComEventCases.class.getResourceAsStream("/wecom/events.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(Objects.requireNonNull(file)).forEach(cases::add);
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the payload of a case, as a request has it. */
    public static JsonNode payload(JsonNode row) {
        String document = row.path("xml").asText();
        return WeComXml.read(document.getBytes(StandardCharsets.UTF_8))
                .<JsonNode>map(members -> members)
                .orElseGet(() -> JsonNodeFactory.instance.textNode(document));
    }
}
