package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.MemberNames;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The way from a JSON value to one of its parts, such as {@code .items[0].id}; empty for the whole value. */
public record ValuePath(List<Step> steps) {
    /** Most steps of a path. */
    public static final int MAX_STEPS = 16;

    private static final int MAX_LISTED = 10;

    /** The whole value. */
    public static final ValuePath WHOLE = new ValuePath(List.of());

    public ValuePath {
        steps = List.copyOf(steps);
    }

    /** One step of a path. */
    public sealed interface Step {}

    /** A member of an object. */
    public record Member(String name) implements Step {
        @Override
        public String toString() {
            return "." + name;
        }
    }

    /** An element of an array; indices count from 0. */
    public record Index(int index) implements Step {
        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    /** The part of that value, or null if a step leads nowhere. A JSON null is a value. */
    public @Nullable JsonNode of(JsonNode value) {
        JsonNode at = value;
        for (Step step : steps) {
            JsonNode next = next(step, at);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    /** The parts that there are where a step leads nowhere, as a sentence: at most ten names. Empty if each step leads on. */
    public String available(JsonNode value) {
        JsonNode at = value;
        StringBuilder path = new StringBuilder();
        for (Step step : steps) {
            JsonNode next = next(step, at);
            if (next == null) {
                return (path.isEmpty() ? "its value" : "`" + path + "` of its value") + " " + parts(at, step);
            }
            at = next;
            path.append(step);
        }
        return "";
    }

    private static @Nullable JsonNode next(Step step, JsonNode at) {
        return switch (step) {
            case Member member -> at.get(member.name());
            case Index index -> at.get(index.index());
        };
    }

    private static String parts(JsonNode value, Step wanted) {
        return switch (value.getNodeType()) {
            case OBJECT -> members(value, wanted);
            case ARRAY -> "is a list of " + value.size();
            case STRING -> "is a text";
            case NUMBER -> "is a number";
            case BOOLEAN -> "is a boolean";
            default -> "is null";
        };
    }

    private static String members(JsonNode object, Step wanted) {
        List<String> names = object.propertyStream().map(Map.Entry::getKey).toList();
        if (names.isEmpty()) {
            return "is an empty object";
        }
        String listed = names.stream()
                .limit(MAX_LISTED)
                .map(name -> "`" + MemberNames.plain(name) + "`")
                .collect(Collectors.joining(", "));
        String more = names.size() > MAX_LISTED ? " and " + (names.size() - MAX_LISTED) + " more" : "";
        return "has " + listed + more
                + (wanted instanceof Member member ? MemberNames.suggestion(member.name(), names) : "");
    }

    @Override
    public String toString() {
        StringBuilder path = new StringBuilder();
        steps.forEach(path::append);
        return path.toString();
    }
}
