package dev.agenthost.orchestrator.interaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.MemberNames;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionOption;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a response against its question: the button, each value's type and choice, and that required fields have one. */
final class SubmissionRules {
    private static final int LONGEST_TEXT = 20_000;
    private static final int LONGEST_FILE = 255;

    private SubmissionRules() {}

    /** Returns the first violation; empty for a response that the question permits. */
    static Optional<SubmissionOutcome.Invalid> violation(
            InteractionRequest request, @Nullable String actionId, ObjectNode values) {
        Optional<SubmissionOutcome.Invalid> wrongAction = action(request, actionId);
        if (wrongAction.isPresent()) {
            return wrongAction;
        }
        Set<String> known = new LinkedHashSet<>();
        for (InteractionField field : request.fields()) {
            known.add(field.id());
            Optional<String> why = value(field, values.path(field.id()));
            if (why.isPresent()) {
                return why.map(text -> new SubmissionOutcome.Invalid("values." + field.id(), text));
            }
        }
        for (var names = values.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                return Optional.of(new SubmissionOutcome.Invalid(
                        "values." + MemberNames.plain(name),
                        "is no field of the question; the fields are " + String.join(", ", known)));
            }
        }
        return Optional.empty();
    }

    private static Optional<SubmissionOutcome.Invalid> action(InteractionRequest request, @Nullable String actionId) {
        List<String> ids = request.actions().stream().map(action -> action.id()).toList();
        if (ids.isEmpty() ? actionId == null : actionId != null && ids.contains(actionId)) {
            return Optional.empty();
        }
        return Optional.of(new SubmissionOutcome.Invalid(
                "action_id", ids.isEmpty() ? "the question has no actions" : "must be one of " + ids));
    }

    private static Optional<String> value(InteractionField field, JsonNode value) {
        if (value.isMissingNode()
                || value.isNull()
                || value.isTextual() && value.textValue().isEmpty()) {
            return field.required() ? Optional.of("is missing") : Optional.empty();
        }
        return switch (field.type()) {
            case TEXT, TEXTAREA -> text(value, LONGEST_TEXT);
            case FILE -> text(value, LONGEST_FILE);
            case NUMBER -> must(value.isNumber(), "must be a number");
            case BOOLEAN -> must(value.isBoolean(), "must be true or false");
            case SELECT -> must(value.isTextual() && isOption(field, value), "must be one of " + options(field));
            case MULTISELECT -> choices(field, value);
        };
    }

    private static Optional<String> text(JsonNode value, int most) {
        if (!value.isTextual()) {
            return Optional.of("must be a string");
        }
        return must(value.textValue().length() <= most, "must have at most " + most + " characters");
    }

    private static Optional<String> choices(InteractionField field, JsonNode value) {
        if (!value.isArray()) {
            return Optional.of("must be an array of strings");
        }
        Set<String> chosen = new HashSet<>();
        for (JsonNode each : value) {
            if (!each.isTextual() || !isOption(field, each)) {
                return Optional.of("must hold only " + options(field));
            }
            if (!chosen.add(each.textValue())) {
                return Optional.of("must not contain a value twice");
            }
        }
        return must(!field.required() || !chosen.isEmpty(), "is missing");
    }

    private static boolean isOption(InteractionField field, JsonNode value) {
        return field.options().stream().anyMatch(option -> option.value().equals(value.textValue()));
    }

    private static List<String> options(InteractionField field) {
        return field.options().stream().map(InteractionOption::value).toList();
    }

    private static Optional<String> must(boolean holds, String why) {
        return holds ? Optional.empty() : Optional.of(why);
    }
}
