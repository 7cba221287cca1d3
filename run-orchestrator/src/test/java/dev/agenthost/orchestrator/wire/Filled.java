package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.message.ContentElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A record with a value in each of its components: a field that is added to one shows up in what is made of it. */
final class Filled {
    private Filled() {}

    static <T extends Record> T of(Class<T> type) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Object[] values = Arrays.stream(components)
                    .map(component -> value(component.getName(), component.getGenericType()))
                    .toArray();
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    private static Object value(String name, Type type) {
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == Map.class ? Map.of("a", value(name, last)) : List.of(value(name, last));
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return name.equals("mimeType") ? "image/png" : name;
        } else if (plain == long.class || plain == Long.class) {
            return 7L;
        } else if (plain == int.class || plain == Integer.class) {
            return 7;
        } else if (plain == double.class || plain == Double.class) {
            return 0.5;
        } else if (plain == boolean.class || plain == Boolean.class) {
            return true;
        } else if (plain == ContentElement.class) {
            return ContentElement.text("text");
        } else if (plain == JsonNode.class && name.equals("content")) {
            return TextNode.valueOf(name);
        } else if (plain == JsonNode.class && name.equals("toolCalls")) {
            return JsonNodeFactory.instance.arrayNode();
        } else if (plain == JsonNode.class || plain == ObjectNode.class) {
            return JsonNodeFactory.instance.objectNode().put("any", 1);
        } else if (plain.isEnum()) {
            return plain.getEnumConstants()[0];
        }
        return of(plain.asSubclass(Record.class));
    }
}
