package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A modal that a person sees, fills in and submits (https://docs.slack.dev/surfaces/modals). */
public final class SlackModal {
    private ObjectNode view;
    private boolean isOpen = true;
    private Map<String, String> errors = Map.of();

    SlackModal(ObjectNode view) {
        this.view = view;
        view.put("id", "V" + UUID.randomUUID().toString().replace("-", "")).put("team_id", "T1");
        view.put("app_id", "A1").put("bot_id", "B1");
    }

    /** Returns the present view. */
    public synchronized ObjectNode view() {
        return view.deepCopy();
    }

    public synchronized boolean isOpen() {
        return isOpen;
    }

    /** Returns the texts below inputs, by the ids of their blocks. */
    public synchronized Map<String, String> errors() {
        return errors;
    }

    /** Returns the texts of its sections, a line for each. */
    public synchronized String text() {
        return String.join(
                "\n",
                view.path("blocks")
                        .valueStream()
                        .map(block -> block.at("/text/text").asText())
                        .filter(text -> !text.isEmpty())
                        .toList());
    }

    /** Returns the inputs, in their order. */
    public synchronized List<JsonNode> inputs() {
        return view.path("blocks")
                .valueStream()
                .filter(block -> block.path("type").asText().equals("input"))
                .toList();
    }

    /**
     * Returns the payload of its submission (https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload).
     *
     * @param values by the ids of the blocks: a text, the value of an option, several of them, or true for a box; an input without one has
     *     its initial value. The client of the platform submits no empty input that is not optional
     */
    public synchronized ObjectNode submission(String user, Map<String, Object> values) {
        ObjectNode payload = JsonNodeFactory.instance.objectNode().put("type", "view_submission");
        payload.putObject("team").put("id", "T1").put("domain", "acme");
        payload.putObject("user").put("id", user).put("name", "ada").put("team_id", "T1");
        payload.put("api_app_id", "A1").put("token", "verification-token");
        payload.put("trigger_id", "1.2." + UUID.randomUUID().toString().replace("-", ""));
        ObjectNode submitted = payload.putObject("view");
        submitted.setAll(view.deepCopy());
        ObjectNode state = submitted.putObject("state").putObject("values");
        for (JsonNode input : inputs()) {
            String block = input.path("block_id").asText();
            JsonNode element = input.path("element");
            ObjectNode filled = filled(element, values.get(block));
            if (isEmpty(filled) && !input.path("optional").booleanValue()) {
                throw new IllegalArgumentException("the client asks for " + block);
            }
            state.putObject(block).set(element.path("action_id").asText(), filled);
        }
        payload.putArray("response_urls");
        payload.put("is_enterprise_install", false).putNull("enterprise");
        return payload;
    }

    private static ObjectNode filled(JsonNode element, @Nullable Object value) {
        String type = element.path("type").asText();
        ObjectNode filled = JsonNodeFactory.instance.objectNode().put("type", type);
        switch (type) {
            case "static_select" -> {
                JsonNode initial = element.path("initial_option");
                filled.set(
                        "selected_option",
                        value != null
                                ? option(element, value.toString())
                                : initial.isObject() ? chosen(initial) : null);
            }
            case "multi_static_select", "checkboxes" -> {
                List<String> chosen = value instanceof Collection<?> several
                        ? several.stream().map(Object::toString).toList()
                        : value == null ? List.of() : List.of(value.toString());
                var selected = filled.putArray("selected_options");
                if (value == null) {
                    element.path("initial_options").forEach(initial -> selected.add(chosen(initial)));
                }
                chosen.stream()
                        .filter(each -> !each.equals("false"))
                        .forEach(each -> selected.add(option(element, each)));
            }
            default ->
                filled.set(
                        "value",
                        value == null
                                ? orNull(element.path("initial_value"))
                                : JsonNodeFactory.instance.textNode(value.toString()));
        }
        return filled;
    }

    private static JsonNode orNull(JsonNode node) {
        return node.isMissingNode() ? JsonNodeFactory.instance.nullNode() : node;
    }

    private static ObjectNode option(JsonNode element, String value) {
        return element.path("options")
                .valueStream()
                .filter(option -> option.path("value").asText().equals(value))
                .findFirst()
                .map(SlackModal::chosen)
                .orElseThrow(() -> new IllegalArgumentException("the client offers no " + value));
    }

    /** A chosen option has no description, as in the model of the platform's SDK (no page says it). */
    private static ObjectNode chosen(JsonNode option) {
        return option.<ObjectNode>deepCopy().retain("text", "value");
    }

    private static boolean isEmpty(ObjectNode filled) {
        return filled.has("selected_options")
                ? filled.path("selected_options").isEmpty()
                : filled.path("value").isNull()
                        || filled.path("selected_option").isNull();
    }

    /**
     * The response to its submission: none or an empty one closes it, one with a {@code response_action} shows errors or another view.
     * Fails for a response that the platform would not accept.
     */
    public synchronized void respond(@Nullable JsonNode response) {
        if (response == null || response.isMissingNode() || response.isEmpty()) {
            isOpen = false;
            return;
        }
        switch (response.path("response_action").asText()) {
            case "errors" -> errors = errors(response.path("errors"));
            case "update" -> {
                ObjectNode other = response.path("view").deepCopy();
                ScriptedSlackViews.check(other);
                view = other;
                errors = Map.of();
            }
            case "clear" -> isOpen = false;
            default -> throw new AssertionError("no response_action: " + response);
        }
    }

    /** Errors are shown below blocks of the type input, by their ids. */
    private Map<String, String> errors(JsonNode given) {
        List<String> blocks =
                inputs().stream().map(input -> input.path("block_id").asText()).toList();
        Map<String, String> texts = new TreeMap<>();
        given.properties().forEach(each -> {
            if (!blocks.contains(each.getKey()) || each.getValue().asText().isEmpty()) {
                throw new AssertionError("no text of an input: " + given);
            }
            texts.put(each.getKey(), each.getValue().asText());
        });
        if (texts.isEmpty()) {
            throw new AssertionError("no errors: " + given);
        }
        return texts;
    }
}
