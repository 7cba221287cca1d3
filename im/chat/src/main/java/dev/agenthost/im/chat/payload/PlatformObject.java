package dev.agenthost.im.chat.payload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object of a platform. A member that is absent or of another type than expected reads as absent; nothing fails. */
public record PlatformObject(ObjectNode node) {
    private static final String ID = "[\\p{Graph}]{1,200}";
    private static final int LONGEST_NAME = 256;

    /** Returns null for anything but an object. */
    public static @Nullable PlatformObject of(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? new PlatformObject(object) : null;
    }

    /** Returns the text, also of a number; null if it is absent or empty. */
    public @Nullable String text(String name) {
        JsonNode value = node.path(name);
        String text = value.isNumber() ? value.asText() : value.textValue();
        return text == null || text.isEmpty() ? null : text;
    }

    /** Returns the id; null if it is absent, too long, or has spaces. */
    public @Nullable String id(String name) {
        String text = text(name);
        return text != null && text.matches(ID) ? text : null;
    }

    /** Returns the name within the length of names in events and without control characters; null if none is left. */
    public @Nullable String name(String name) {
        return plain(text(name));
    }

    /** Returns the object; null if it is absent. */
    public @Nullable PlatformObject object(String name) {
        return of(node.get(name));
    }

    /** Returns the objects of an array; none if it is absent. */
    public List<PlatformObject> list(String name) {
        List<PlatformObject> objects = new ArrayList<>();
        if (node.get(name) instanceof ArrayNode array) {
            for (JsonNode element : array) {
                PlatformObject object = of(element);
                if (object != null) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }

    private static @Nullable String plain(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String plain = name.replaceAll("\\p{Cntrl}", " ").strip();
        return plain.isEmpty() ? null : plain.length() > LONGEST_NAME ? beginning(plain) : plain;
    }

    /** A pair of surrogates is not divided. */
    private static String beginning(String text) {
        int end = Character.isHighSurrogate(text.charAt(LONGEST_NAME - 1)) ? LONGEST_NAME - 1 : LONGEST_NAME;
        return text.substring(0, end);
    }
}
