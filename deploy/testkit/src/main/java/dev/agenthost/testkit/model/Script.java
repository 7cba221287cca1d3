package dev.agenthost.testkit.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The answers of the scripted model: they quote the last and the earlier user messages, so that a person sees what reaches a
 * model. A request of the Agent Protocol follows {@link PlannerScript}.
 */
final class Script {
    private static final int REMEMBERED = 3;
    private static final int LONGEST = 200;
    private static final String WHO = " (I am the scripted model of this box and can do no more than this;"
            + " .agenthost/extra/model.properties puts a real one in my place.)";

    private Script() {}

    /** @param messages as a chat request has them */
    static String answer(JsonNode messages) {
        List<String> texts = new ArrayList<>();
        StringBuilder system = new StringBuilder();
        messages.forEach(message -> {
            if (message.path("role").asText().equals("system")) {
                system.append(text(message.path("content")));
            } else if (message.path("role").asText().equals("user")) {
                texts.add(text(message.path("content")));
            }
        });
        if (texts.isEmpty()) {
            return "You said nothing yet." + WHO;
        }
        if (PlannerScript.isAskedBy(system.toString())) {
            return PlannerScript.answer(system.toString(), texts.getLast());
        }
        String last = "You said: " + quoted(texts.removeLast()) + ".";
        if (texts.isEmpty()) {
            return last + WHO;
        }
        return texts.reversed().stream()
                .limit(REMEMBERED)
                .map(Script::quoted)
                .collect(Collectors.joining(", ", last + " Before that: ", "."));
    }

    /** The text of a content, which is a string or a list of parts; a part without text becomes its type in brackets. */
    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        List<String> parts = new ArrayList<>();
        content.forEach(part -> parts.add(
                part.path("text").isTextual()
                        ? part.path("text").textValue()
                        : "[" + part.path("type").asText() + "]"));
        return String.join(" ", parts);
    }

    static String quoted(String text) {
        int end = text.offsetByCodePoints(0, Math.min(LONGEST, text.codePointCount(0, text.length())));
        return "“" + text.substring(0, end) + (end < text.length() ? "…" : "") + "”";
    }
}
