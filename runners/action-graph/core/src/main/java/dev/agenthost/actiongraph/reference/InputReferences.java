package dev.agenthost.actiongraph.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The references inside of an input: each string that is one whole reference, at any depth. An object whose only member is
 * {@value #LITERAL} is the value of that member, in which nothing is a reference.
 */
public final class InputReferences {
    /** The member that keeps a string which looks like a reference as it is. */
    public static final String LITERAL = "$literal";

    /** Texts that models write in the place of a reference, as in templates of other systems. */
    private static final Pattern EMBEDDED = Pattern.compile(
            "\\baction:[A-Za-z][\\w-]*\\.(?:output|summary|status)\\b|(?:\\$|\\$?\\{\\{?\\s*)[A-Za-z][\\w-]*\\.output\\b");

    /** A whole text that is written as a reference of another language. */
    private static final Pattern WHOLE =
            Pattern.compile("\\$\\w[\\w.\\[\\]:-]*|\\$?\\{\\{?\\s*\\w[\\w.\\[\\]:-]*\\s*}}?");

    private InputReferences() {}

    /** Lists the references with their paths; adds an error for each string that begins like a reference and is none. */
    public static List<LocatedReference> locate(JsonNode input, String path, ViolationCollector violations) {
        List<LocatedReference> found = new ArrayList<>();
        locate(input, path, violations, found);
        return List.copyOf(found);
    }

    private static void locate(
            JsonNode input, String path, ViolationCollector violations, List<LocatedReference> found) {
        if (isLiteral(input)) {
            return;
        }
        if (input.isTextual() && ReferenceParser.isReferenceLike(input.textValue())) {
            switch (ReferenceParser.parse(input.textValue())) {
                case ReferenceSyntax.Parsed parsed -> found.add(new LocatedReference(path, parsed.reference()));
                case ReferenceSyntax.Malformed malformed ->
                    violations.error(
                            path,
                            Rule.REFERENCE_SYNTAX,
                            malformed.why() + "; write {\"" + LITERAL + "\": \"…\"} if it is no reference");
            }
        }
        if (input.isTextual() && !ReferenceParser.isReferenceLike(input.textValue())) {
            checkEmbedded(input.textValue(), path, violations);
        }
        for (int i = 0; input.isArray() && i < input.size(); i++) {
            locate(input.get(i), path + "[" + i + "]", violations, found);
        }
        for (Map.Entry<String, JsonNode> member : input.properties()) {
            locate(member.getValue(), path + "." + member.getKey(), violations, found);
        }
    }

    /** A reference inside of a longer text would reach the executor as it is written. */
    private static void checkEmbedded(String text, String at, ViolationCollector violations) {
        Matcher embedded = EMBEDDED.matcher(text);
        if (embedded.find() && WHOLE.matcher(text.strip()).matches()) {
            String path = text.replaceAll("[${}\\s]", "");
            violations.error(
                    at,
                    Rule.REFERENCE_SYNTAX,
                    "is no reference; write \"" + (path.startsWith("action:") ? path : "action:" + path) + "\", or {\""
                            + LITERAL + "\": \"…\"} if it is none");
        } else if (embedded.find(0)) {
            violations.error(
                    at,
                    Rule.REFERENCE_SYNTAX,
                    "has " + embedded.group()
                            + " inside of a longer text, which is not replaced; a reference is the whole string,"
                            + " such as \"action:a.output\"; write {\"" + LITERAL + "\": \"…\"} if it is no reference");
        }
    }

    /**
     * Returns a copy of the input in which each reference is its value, of whatever type that is.
     *
     * @param values the value of a reference; null leaves the whole input without a value
     * @return null if a value is null
     */
    public static @Nullable JsonNode replace(JsonNode input, Function<Reference, @Nullable JsonNode> values) {
        if (isLiteral(input)) {
            return input.get(LITERAL).deepCopy();
        }
        if (input.isTextual()
                && ReferenceParser.isReferenceLike(input.textValue())
                && ReferenceParser.parse(input.textValue()) instanceof ReferenceSyntax.Parsed(Reference reference)) {
            return values.apply(reference);
        }
        return switch (input) {
            case ObjectNode object -> replaceMembers(object, values);
            case ArrayNode array -> replaceElements(array, values);
            default -> input;
        };
    }

    private static @Nullable JsonNode replaceMembers(
            ObjectNode object, Function<Reference, @Nullable JsonNode> values) {
        ObjectNode replaced = object.objectNode();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            JsonNode value = replace(member.getValue(), values);
            if (value == null) {
                return null;
            }
            replaced.set(member.getKey(), value);
        }
        return replaced;
    }

    private static @Nullable JsonNode replaceElements(ArrayNode array, Function<Reference, @Nullable JsonNode> values) {
        ArrayNode replaced = array.arrayNode(array.size());
        for (JsonNode element : array) {
            JsonNode value = replace(element, values);
            if (value == null) {
                return null;
            }
            replaced.add(value);
        }
        return replaced;
    }

    private static boolean isLiteral(JsonNode input) {
        return input.isObject() && input.size() == 1 && input.has(LITERAL);
    }
}
