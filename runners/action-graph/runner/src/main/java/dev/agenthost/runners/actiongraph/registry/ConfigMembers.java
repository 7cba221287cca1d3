package dev.agenthost.runners.actiongraph.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Refuses members of a configuration that do not exist: a misspelt rule would be an absent one, and the agent would run without it. JSON
 * {@code null} counts as absent.
 */
public final class ConfigMembers {
    private static final int MAX_SHOWN = 100;

    private ConfigMembers() {}

    /**
     * Checks the members of an object; a value that is no object has none.
     *
     * @param path of the object, empty for the configuration itself
     * @param known names of its members
     * @throws InvalidFieldException with the path of the first member that is unknown, and the known names
     */
    public static void check(String path, JsonNode object, Collection<String> known) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = member.getKey();
            if (!known.contains(name) && !member.getValue().isNull()) {
                String shown = name.length() <= MAX_SHOWN ? name : name.substring(0, MAX_SHOWN) + "…";
                throw new InvalidFieldException(
                        path.isEmpty() ? shown : path + "." + shown,
                        "is unknown; the members are " + String.join(", ", known));
            }
        }
    }

    /** The wire names of the components of a record. */
    static List<String> of(Class<? extends Record> type) {
        return Arrays.stream(Objects.requireNonNull(type.getRecordComponents()))
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
                .toList();
    }
}
