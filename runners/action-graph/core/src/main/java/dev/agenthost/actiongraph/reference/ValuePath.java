package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way from a JSON value to one of its parts, such as {@code .items[0].id}; empty for the whole value. */
public record ValuePath(List<Step> steps) {
    /** Most steps of a path. */
    public static final int MAX_STEPS = 16;

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
            JsonNode next =
                    switch (step) {
                        case Member member -> at.get(member.name());
                        case Index index -> at.get(index.index());
                    };
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    @Override
    public String toString() {
        StringBuilder path = new StringBuilder();
        steps.forEach(path::append);
        return path.toString();
    }
}
