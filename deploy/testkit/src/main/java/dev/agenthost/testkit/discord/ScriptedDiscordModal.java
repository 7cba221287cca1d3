package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A modal as a person sees it (https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal,
 * https://docs.discord.com/developers/components/reference#label). The codes of its refusals are assumed.
 */
public final class ScriptedDiscordModal {
    private static final int MOST_COMPONENTS = 5;

    private ScriptedDiscordModal() {}

    /** Refuses a modal that the platform would refuse. @throws IllegalArgumentException with the member */
    public static void check(JsonNode data) {
        require(isWithin(data.path("custom_id"), 1, 100), "custom_id");
        require(isWithin(data.path("title"), 1, 45), "title");
        JsonNode components = data.path("components");
        require(components.size() >= 1 && components.size() <= MOST_COMPONENTS, "components");
        Set<String> ids = new HashSet<>();
        for (JsonNode component : components) {
            if (component.path("type").asInt() == 10) {
                require(isWithin(component.path("content"), 1, 4000), "content");
            } else {
                label(component, ids);
            }
        }
        require(!ids.isEmpty(), "components");
    }

    private static void label(JsonNode label, Set<String> ids) {
        require(label.path("type").asInt() == 18, "type");
        require(isWithin(label.path("label"), 1, 45), "label");
        require(!label.has("description") || isWithin(label.path("description"), 1, 100), "description");
        JsonNode component = label.path("component");
        String id = component.path("custom_id").asText();
        require(isWithin(component.path("custom_id"), 1, 100) && ids.add(id), "component.custom_id");
        switch (component.path("type").asInt()) {
            case 4 -> {
                require(component.path("style").asText().matches("[12]"), "style");
                require(!component.has("value") || isWithin(component.path("value"), 0, 4000), "value");
            }
            case 3 -> select(component);
            default -> require(false, "component.type");
        }
    }

    private static void select(JsonNode select) {
        JsonNode options = select.path("options");
        int most = select.path("max_values").asInt(1);
        int least = select.path("min_values").asInt(1);
        require(options.size() >= 1 && options.size() <= 25, "options");
        require(least >= 0 && least <= most && most >= 1 && most <= options.size(), "min_values");
        require(!select.path("required").asBoolean(true) || least > 0, "required");
        Set<String> values = new HashSet<>();
        int defaults = 0;
        for (JsonNode option : options) {
            require(isWithin(option.path("label"), 1, 100), "options.label");
            require(
                    isWithin(option.path("value"), 1, 100)
                            && values.add(option.path("value").asText()),
                    "options.value");
            require(!option.has("description") || isWithin(option.path("description"), 1, 100), "options.description");
            defaults += option.path("default").asBoolean() ? 1 : 0;
        }
        require(defaults <= most, "options.default");
    }

    /**
     * Returns the member {@code data} of the submission of a person. What is not typed or chosen is as the modal shows it first.
     *
     * @param typed by the end of the {@code custom_id} of a component: a text, or a list of chosen values
     */
    public static ObjectNode submit(JsonNode modal, Map<String, ?> typed) {
        check(modal);
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.set("custom_id", modal.get("custom_id"));
        ArrayNode components = data.putArray("components");
        for (JsonNode each : modal.path("components")) {
            if (each.path("type").asInt() == 18) {
                JsonNode shown = each.path("component");
                ObjectNode answer = components.addObject().put("type", 18).putObject("component");
                answer.set("type", shown.get("type"));
                answer.set("custom_id", shown.get("custom_id"));
                answer(shown, answer, typed);
            }
        }
        return data;
    }

    private static void answer(JsonNode shown, ObjectNode answer, Map<String, ?> typed) {
        String id = shown.path("custom_id").asText();
        Object value = typed.entrySet().stream()
                .filter(entry -> id.endsWith(":" + entry.getKey()))
                .<Object>map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        if (shown.path("type").asInt() == 4) {
            answer.put("value", value == null ? shown.path("value").asText("") : String.valueOf(value));
            return;
        }
        ArrayNode values = answer.putArray("values");
        if (value instanceof Iterable<?> chosen) {
            chosen.forEach(one -> values.add(String.valueOf(one)));
        } else {
            shown.path("options")
                    .valueStream()
                    .filter(option -> option.path("default").asBoolean())
                    .forEach(option -> values.add(option.path("value").asText()));
        }
    }

    private static boolean isWithin(JsonNode text, int least, int most) {
        int length = text.isTextual() ? text.textValue().length() : -1;
        return length >= least && length <= most;
    }

    private static void require(boolean isMet, String member) {
        if (!isMet) {
            throw new IllegalArgumentException(member);
        }
    }
}
