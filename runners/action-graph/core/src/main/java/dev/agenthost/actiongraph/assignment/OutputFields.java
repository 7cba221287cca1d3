package dev.agenthost.actiongraph.assignment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.result.TextLimiter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of an output that a handoff passes on: lists of short texts. */
record OutputFields(JsonNode output) {
    static final OutputFields NONE = new OutputFields(JsonNodeFactory.instance.objectNode());
    /** The most elements of a list. */
    static final int MAX_ELEMENTS = 20;
    /** The most characters of an element. */
    static final int MAX_TEXT = 500;

    /** The members of an object; none of any other output. */
    static OutputFields of(@Nullable JsonNode output) {
        return output == null || !output.isObject() ? NONE : new OutputFields(output);
    }

    /** The elements of a member, each on one line; a value that is no list is one element. */
    List<String> texts(String member) {
        JsonNode value = output.path(member);
        List<String> texts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(element -> add(texts, element));
        } else {
            add(texts, value);
        }
        return texts;
    }

    private static void add(List<String> texts, JsonNode element) {
        if (element.isMissingNode() || element.isNull() || texts.size() == MAX_ELEMENTS) {
            return;
        }
        String text = element.isTextual() ? element.textValue() : element.toString();
        String line = text.replaceAll("\\s+", " ").strip();
        if (!line.isEmpty()) {
            texts.add(TextLimiter.characters(line, MAX_TEXT));
        }
    }
}
