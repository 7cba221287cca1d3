package dev.agenthost.local.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A question to a person on a terminal: its words, then one line for each field and button. */
final class QuestionLines {
    private QuestionLines() {}

    /** The lines of a question; a payload that is none prints nothing. */
    static String of(@Nullable JsonNode payload) {
        try {
            return of(InteractionRequest.read(payload));
        } catch (UndecodableException e) {
            return "";
        }
    }

    static String of(InteractionRequest question) {
        StringBuilder lines = new StringBuilder(question.title()).append('\n');
        if (question.description() != null) {
            lines.append(question.description()).append('\n');
        }
        for (InteractionField field : question.fields()) {
            lines.append("  field   %s: %s (%s)%n".formatted(field.id(), field.label(), form(field)));
        }
        for (InteractionAction action : question.actions()) {
            lines.append("  button  %s: %s%n".formatted(action.id(), action.label()));
        }
        return lines.toString();
    }

    /** The type of a field, whether it is required, and the values that it may have. */
    private static String form(InteractionField field) {
        String options = field.options().stream()
                .map(option -> option.value().equals(option.label())
                        ? option.value()
                        : option.value() + " = " + option.label())
                .collect(Collectors.joining(", "));
        return field.type().wire() + (field.required() ? ", required" : "") + (options.isEmpty() ? "" : ": " + options);
    }
}
