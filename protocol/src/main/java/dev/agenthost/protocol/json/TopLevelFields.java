package dev.agenthost.protocol.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Set;

/** Reads single fields of a document that cannot be read as a whole, as far as it can be read, without building a tree. */
public final class TopLevelFields {
    private static final int LONGEST = 200;

    private TopLevelFields() {}

    /** @return numbers and short texts of those names that stand before the fault; no fault throws */
    public static ObjectNode read(String json, Set<String> names) {
        ObjectNode found = JsonNodeFactory.instance.objectNode();
        try (JsonParser parser = ProtocolCodec.mapper().createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return found;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME && found.size() < names.size()) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (!names.contains(name)) {
                    parser.skipChildren();
                } else if (value == JsonToken.VALUE_NUMBER_INT) {
                    found.put(name, parser.getBigIntegerValue());
                } else if (value == JsonToken.VALUE_STRING && parser.getTextLength() <= LONGEST) {
                    found.put(name, parser.getText());
                }
            }
        } catch (IOException e) {
            return found;
        }
        return found;
    }
}
