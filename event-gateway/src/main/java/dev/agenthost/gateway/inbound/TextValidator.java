package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.json.StorableText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules for texts of an event, and the stricter rules for ids. */
final class TextValidator {

    private TextValidator() {}

    /** Returns the first name or value that PostgreSQL or UTF-8 cannot store. */
    static Optional<NormalizationResult.Refused> firstUnstorable(JsonNode node, String path) {
        return StorableText.firstFault(node, path)
                .map(fault -> NormalizationResult.Refused.invalid(fault.field(), fault.why()));
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
}
