package dev.agenthost.im.chat.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads numbers that a person typed into a form. */
public final class NumberReader {
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]{0,18}\\.[0-9]{1,18}");

    private NumberReader() {}

    /** Returns the number of a text; empty for another text, and for more than 18 digits before or after the point. */
    public static Optional<JsonNode> read(String text) {
        String number = text.strip();
        if (INTEGER.matcher(number).matches()) {
            return Optional.of(JsonNodeFactory.instance.numberNode(Long.parseLong(number)));
        }
        return DECIMAL.matcher(number).matches()
                ? Optional.of(JsonNodeFactory.instance.numberNode(Double.parseDouble(number)))
                : Optional.empty();
    }
}
