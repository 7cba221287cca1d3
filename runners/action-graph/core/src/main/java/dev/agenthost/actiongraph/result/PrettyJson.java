package dev.agenthost.actiongraph.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** JSON as people and models read it: two blanks for each level, no blank before a colon, short lists on one line. */
public final class PrettyJson {
    private static final String INDENT = "  ";
    /** Most characters of a list of plain values on one line. */
    private static final int LONGEST_LIST = 100;

    private PrettyJson() {}

    /** A string as its text; any other value as JSON. */
    public static String of(JsonNode value) {
        return value.isTextual() ? value.textValue() : pretty(value);
    }

    /** JSON on several lines. */
    public static String pretty(JsonNode value) {
        return write(value, "");
    }

    /** The size of the value as JSON in UTF-8. */
    static long bytes(JsonNode value) {
        return value.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private static String write(JsonNode value, String indent) {
        String inner = indent + INDENT;
        List<String> elements = new ArrayList<>();
        if (value.isObject()) {
            value.properties()
                    .forEach(member -> elements.add(JsonNodeFactory.instance.textNode(member.getKey()) + ": "
                            + write(member.getValue(), inner)));
            return lines("{", elements, "}", indent);
        }
        if (value.isArray()) {
            value.forEach(element -> elements.add(write(element, inner)));
            String line = "[" + String.join(", ", elements) + "]";
            return line.length() <= LONGEST_LIST && !line.contains("\n") ? line : lines("[", elements, "]", indent);
        }
        return value.toString();
    }

    private static String lines(String open, List<String> elements, String close, String indent) {
        if (elements.isEmpty()) {
            return open + close;
        }
        String inner = "\n" + indent + INDENT;
        return open + inner + String.join("," + inner, elements) + "\n" + indent + close;
    }
}
