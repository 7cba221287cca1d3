package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.event.EventLimits;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules for texts of an event, and the stricter rules for ids. */
final class TextValidator {

    private TextValidator() {}

    /** Returns the first name or value that PostgreSQL or UTF-8 cannot store. */
    static Optional<NormalizationResult.Refused> firstUnstorable(JsonNode node, String path) {
        if (node.isTextual()) {
            return unstorable(node.textValue()).map(why -> NormalizationResult.Refused.invalid(path, why));
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                Optional<NormalizationResult.Refused> found = firstUnstorable(node.get(i), path + "[" + i + "]");
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            Optional<String> name = unstorable(member.getKey());
            if (name.isPresent()) {
                return Optional.of(NormalizationResult.Refused.invalid(
                        path.isEmpty() ? "$" : path, "contains a member whose name " + name.get()));
            }
            String step = path.isEmpty() ? shown(member.getKey()) : path + "." + shown(member.getKey());
            Optional<NormalizationResult.Refused> found = firstUnstorable(member.getValue(), step);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the violation of an id; empty if the id is valid or null. */
    static Optional<String> wrongId(@Nullable String id) {
        if (id == null) {
            return Optional.empty();
        }
        if (id.isBlank()) {
            return Optional.of("is empty");
        }
        if (id.length() > EventLimits.ID_CHARS) {
            return Optional.of("is longer than " + EventLimits.ID_CHARS + " characters");
        }
        return id.chars().anyMatch(Character::isISOControl)
                ? Optional.of("contains a control character")
                : Optional.empty();
    }

    /** Returns a sender's field name for headers and problem bodies; {@code ?} for a long or unusual one. */
    private static String shown(String name) {
        return name.matches("[\\w-]{1,64}") ? name : "?";
    }

    private static Optional<String> unstorable(String text) {
        if (text.indexOf('\0') >= 0) {
            return Optional.of("contains the character U+0000");
        }
        return hasLoneSurrogate(text) ? Optional.of("contains an unpaired surrogate") : Optional.empty();
    }

    private static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return true;
            }
        }
        return false;
    }
}
