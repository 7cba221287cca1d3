package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object of the platform. A member that is absent or of another type than expected reads as absent; nothing fails. */
record LarkObject(ObjectNode node) {
    private static final String ID = "[\\p{Graph}]{1,200}";

    static @Nullable LarkObject of(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? new LarkObject(object) : null;
    }

    /** Returns the text, also of a number; null if it is absent or empty. */
    @Nullable
    String text(String name) {
        JsonNode value = node.path(name);
        String text = value.isNumber() ? value.asText() : value.textValue();
        return text == null || text.isEmpty() ? null : text;
    }

    /** Returns the id; null if it is absent, too long, or has spaces. */
    @Nullable
    String id(String name) {
        String text = text(name);
        return text != null && text.matches(ID) ? text : null;
    }

    @Nullable
    LarkObject object(String name) {
        return of(node.get(name));
    }

    /** Returns the open_id of the person in that member; null for none. */
    @Nullable
    String openId(String name) {
        LarkObject person = object(name);
        return person == null ? null : person.id("open_id");
    }

    /** Returns the objects of an array; none if it is absent. */
    List<LarkObject> list(String name) {
        List<LarkObject> objects = new ArrayList<>();
        if (node.get(name) instanceof ArrayNode array) {
            for (JsonNode element : array) {
                LarkObject object = of(element);
                if (object != null) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }
}
