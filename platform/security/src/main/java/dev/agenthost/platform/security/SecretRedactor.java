package dev.agenthost.platform.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Redacts the secrets that a peer received from the peer's texts. Compares parsed values, not their written form: escapes like {@code
 * \u0041} and {@code \/} do not hide a secret.
 */
public record SecretRedactor(List<String> secrets) {
    public static final SecretRedactor NONE = new SecretRedactor(List.of());

    /** The fewest characters of a redacted secret; a shorter text may be any word. */
    private static final int SHORTEST = 6;

    private static final String GONE = "…";

    public SecretRedactor {
        // Longer secrets first: a shorter one may be the beginning of a longer one.
        secrets = secrets.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    public static SecretRedactor of(Collection<String> secrets) {
        return new SecretRedactor(
                secrets.stream().filter(secret -> secret.length() >= SHORTEST).toList());
    }

    public String without(String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, GONE);
        }
        return clean;
    }

    /** Returns the tree without the secrets, in names and in values; the same tree without any to redact. */
    public JsonNode without(JsonNode node) {
        return secrets.isEmpty() ? node : cleaned(node);
    }

    private JsonNode cleaned(JsonNode node) {
        if (node.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(field -> copy.set(without(field.getKey()), cleaned(field.getValue())));
            return copy;
        }
        if (node.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(node.size());
            node.forEach(element -> copy.add(cleaned(element)));
            return copy;
        }
        String text = node.asText();
        String clean = without(text);
        return clean.equals(text) ? node : TextNode.valueOf(clean);
    }

    @Override
    public String toString() {
        return "Secrecy[" + secrets.size() + "]";
    }
}
