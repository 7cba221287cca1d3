package dev.agenthost.testkit.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parameters of a call to a scripted platform: query, JSON, form and multipart, as the Bot API accepts them
 * (<a href="https://core.telegram.org/bots/api#making-requests">making requests</a>).
 */
public final class CallReader {
    private static final int LARGEST = 64 * 1024 * 1024;

    private final ObjectNode parameters = JsonNodeFactory.instance.objectNode();
    private final Map<String, byte[]> files = new HashMap<>();

    private CallReader() {}

    /** @param method the name under which the call is recorded */
    public static RecordedCall read(String method, HttpExchange exchange) throws IOException {
        CallReader reader = new CallReader();
        String query = exchange.getRequestURI().getRawQuery();
        if (query != null) {
            reader.readForm(query);
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST);
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (body.length > 0 && type != null) {
            reader.readBody(type, body);
        }
        return new RecordedCall(method, reader.parameters, reader.files, Instant.now());
    }

    private void readBody(String type, byte[] body) throws IOException {
        if (type.startsWith("application/json")) {
            JsonNode json = ProtocolCodec.mapper().readTree(body);
            if (json instanceof ObjectNode object) {
                parameters.setAll(object);
            }
        } else if (type.startsWith("application/x-www-form-urlencoded")) {
            readForm(new String(body, StandardCharsets.UTF_8));
        } else if (type.startsWith("multipart/form-data")) {
            readParts(
                    type.substring(type.indexOf("boundary=") + "boundary=".length())
                            .replace("\"", ""),
                    body);
        }
    }

    private void readForm(String form) {
        for (String pair : form.split("&")) {
            int at = pair.indexOf('=');
            if (at > 0) {
                put(decoded(pair.substring(0, at)), decoded(pair.substring(at + 1)));
            }
        }
    }

    /** ISO 8859-1 maps each byte to one character, so that bytes survive the search for the boundary. */
    private void readParts(String boundary, byte[] body) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        for (String part : text.split("--" + java.util.regex.Pattern.quote(boundary))) {
            int head = part.indexOf("\r\n\r\n");
            String name = head < 0 ? null : attribute(part.substring(0, head), "name");
            if (name == null) {
                continue;
            }
            byte[] content = part.substring(head + 4, part.length() - 2).getBytes(StandardCharsets.ISO_8859_1);
            if (attribute(part.substring(0, head), "filename") == null) {
                put(name, new String(content, StandardCharsets.UTF_8));
            } else {
                files.put(name, content);
            }
        }
    }

    private static @Nullable String attribute(String head, String name) {
        int from = head.indexOf(" " + name + "=\"");
        if (from < 0) {
            return null;
        }
        int begin = from + name.length() + 3;
        return head.substring(begin, head.indexOf('"', begin));
    }

    /** A value that is JSON is read as such, because forms carry everything as text. A number with a fraction stays as it is written. */
    private void put(String name, String value) {
        JsonNode json;
        try {
            json = ProtocolCodec.mapper().readTree(value);
        } catch (IOException notJson) {
            json = JsonNodeFactory.instance.textNode(value);
        }
        boolean isText = json.isMissingNode() || json.isTextual() || json.isNumber() && !json.isIntegralNumber();
        parameters.set(name, isText ? JsonNodeFactory.instance.textNode(value) : json);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
