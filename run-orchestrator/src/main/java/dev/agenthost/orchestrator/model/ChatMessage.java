package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.Map;

/** Converts a message of LangBot's wire protocol to the format of OpenAI's API: without nulls, with bytes as data URLs. */
final class ChatMessage {
    /** The media types of images by the first characters of their base64. */
    private static final Map<String, String> IMAGES =
            Map.of("iVBORw", "image/png", "/9j/", "image/jpeg", "R0lGOD", "image/gif", "UklGR", "image/webp");

    private ChatMessage() {}

    static ObjectNode of(JsonNode message, String at) {
        String role = message.path("role").asText("");
        if (role.isBlank()) {
            throw new InvalidFieldException(at + ".role", "is missing");
        }
        ObjectNode converted = JsonNodeFactory.instance.objectNode().put("role", role);
        for (String field : new String[] {"name", "tool_call_id"}) {
            if (message.path(field).isTextual()) {
                converted.set(field, message.get(field));
            }
        }
        JsonNode content = message.path("content");
        if (content.isArray()) {
            ArrayNode parts = converted.putArray("content");
            for (int i = 0; i < content.size(); i++) {
                parts.add(part(content.get(i), at + ".content[" + i + "]"));
            }
        } else if (content.isTextual()) {
            converted.set("content", content);
        } else if (content.isNull() || content.isMissingNode()) {
            converted.putNull("content");
        } else {
            throw new InvalidFieldException(at + ".content", "must be a string or a list");
        }
        toolCalls(message.path("tool_calls"), converted, at + ".tool_calls");
        return converted;
    }

    private static ObjectNode part(JsonNode element, String at) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        switch (element.path("type").asText("")) {
            case "text" ->
                part.put("type", "text").put("text", element.path("text").asText(""));
            case "image_url" ->
                image(
                        part,
                        element.path("image_url").isObject()
                                ? element.at("/image_url/url").asText("")
                                : element.path("image_url").asText(""),
                        at);
            case "image_base64" ->
                image(part, dataUrl(element.path("image_base64").asText("")), at);
            case "file_base64" -> {
                String bytes = element.path("file_base64").asText("");
                part.put("type", "file")
                        .putObject("file")
                        .put("filename", element.path("file_name").asText("file"))
                        .put(
                                "file_data",
                                bytes.startsWith("data:") ? bytes : "data:application/octet-stream;base64," + bytes);
            }
            default ->
                throw new InvalidFieldException(at + ".type", "must be text, image_url, image_base64 or file_base64");
        }
        return part;
    }

    private static void image(ObjectNode part, String url, String at) {
        if (url.isBlank()) {
            throw new InvalidFieldException(at, "must contain an image");
        }
        part.put("type", "image_url").putObject("image_url").put("url", url);
    }

    /** LangBot writes images as data URLs, and some runners as bare base64. */
    private static String dataUrl(String image) {
        if (image.isBlank() || image.startsWith("data:")) {
            return image;
        }
        String type = IMAGES.entrySet().stream()
                .filter(prefix -> image.startsWith(prefix.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("image/jpeg");
        return "data:" + type + ";base64," + image;
    }

    private static void toolCalls(JsonNode calls, ObjectNode converted, String at) {
        if (calls.isMissingNode() || calls.isNull() || calls.isEmpty() && calls.isArray()) {
            return;
        }
        if (!calls.isArray()) {
            throw new InvalidFieldException(at, "must be a list");
        }
        ArrayNode target = converted.putArray("tool_calls");
        for (JsonNode call : calls) {
            JsonNode arguments = call.at("/function/arguments");
            target.addObject()
                    .put("id", call.path("id").asText(""))
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.at("/function/name").asText(""))
                    .put(
                            "arguments",
                            arguments.isTextual()
                                    ? arguments.textValue()
                                    : arguments.isObject() ? arguments.toString() : "{}");
        }
    }
}
