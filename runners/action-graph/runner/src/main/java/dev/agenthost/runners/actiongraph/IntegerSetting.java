package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;

/** The integers of a configuration: name, label for people, default and bounds. */
enum IntegerSetting {
    MAX_TURNS("max-turns", "Turns of the model before it must answer", 20, 1, 200),
    MAX_ACTIONS("max-actions", "Actions of one request, with retries", 300, 1, 10_000),
    MAX_TOKENS("max-tokens", "Tokens of all models for one request", 2_000_000, 1_000, 1_000_000_000),
    MAX_PARALLEL("max-parallel", "Actions that run at the same time", 8, 1, 64),
    MAX_SECONDS("max-seconds", "Seconds during which actions start", 900, 1, 86_400),
    MAX_WAIT_SECONDS("max-wait-seconds", "Seconds for which a run waits before it ends and goes on later", 5, 0, 60),
    MAX_PROTOCOL_ERRORS("max-protocol-errors", "Invalid outputs in a row that the model may correct", 2, 0, 10),
    MAX_MESSAGES("max-messages", "Earlier messages that the model sees", 20, 0, 400),
    MAX_CONTEXT_TOKENS("max-context-tokens", "Tokens of the conversation in a request", 60_000, 1_000, 2_000_000);

    private final String field;
    private final String label;
    private final int usual;
    private final int least;
    private final int most;

    IntegerSetting(String field, String label, int usual, int least, int most) {
        this.field = field;
        this.label = label;
        this.usual = usual;
        this.least = least;
        this.most = most;
    }

    /** Its name in a configuration. */
    String field() {
        return field;
    }

    int read(ObjectNode config) {
        JsonNode value = config.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return usual;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < least
                || value.intValue() > most) {
            throw new InvalidFieldException(field, "must be an integer within " + least + " and " + most);
        }
        return value.intValue();
    }

    /** Its item of the form. */
    ObjectNode item() {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("name", field).put("type", "integer").put("required", false).put("default", usual);
        item.put("minimum", least).put("maximum", most);
        item.putObject("label").put("en_US", label);
        return item;
    }
}
