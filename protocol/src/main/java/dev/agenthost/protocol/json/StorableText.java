package dev.agenthost.protocol.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.Map;
import java.util.Optional;

/** Finds texts that PostgreSQL or UTF-8 cannot store: U+0000 and unpaired surrogates. */
public final class StorableText {
    private StorableText() {}

    /**
     * Returns the fault of the first name or value.
     *
     * @param path of the node; empty for the root
     */
    public static Optional<InvalidFieldException> firstFault(JsonNode node, String path) {
        if (node.isTextual()) {
            return fault(node.textValue()).map(why -> new InvalidFieldException(path, why));
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                Optional<InvalidFieldException> found = firstFault(node.get(i), path + "[" + i + "]");
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            Optional<String> name = fault(member.getKey());
            if (name.isPresent()) {
                return Optional.of(new InvalidFieldException(
                        path.isEmpty() ? "$" : path, "contains a member whose name " + name.get()));
            }
            String step = path.isEmpty() ? shown(member.getKey()) : path + "." + shown(member.getKey());
            Optional<InvalidFieldException> found = firstFault(member.getValue(), step);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the name of a field for headers and problem bodies; {@code ?} for a long or unusual one. */
    private static String shown(String name) {
        return name.matches("[\\w-]{1,64}") ? name : "?";
    }

    private static Optional<String> fault(String text) {
        if (text.indexOf('\0') >= 0) {
            return Optional.of("contains the character U+0000");
        }
        return text.codePoints().anyMatch(character -> Character.getType(character) == Character.SURROGATE)
                ? Optional.of("contains an unpaired surrogate")
                : Optional.empty();
    }
}
