package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.MemberNames;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionOption;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the question of an action: from its input {@code question}, {@code description}, {@code choices} and {@code fields}. */
final class PersonQuestion {
    private static final List<String> MEMBERS = List.of("question", "description", "choices", "fields");
    private static final int MAX_TITLE = 1_000;
    private static final int MAX_FALLBACK = 20_000;
    private static final InteractionField FREE_TEXT =
            new InteractionField("answer", "Your answer", InteractionField.Type.TEXTAREA, true, List.of(), null, null);
    private static final InteractionAction SEND =
            new InteractionAction("send", "Send", InteractionAction.Style.PRIMARY);

    private PersonQuestion() {}

    /**
     * Returns the question. Without choices and fields the answer is free text.
     *
     * @param task the question of an action whose input has none
     * @throws InvalidFieldException if a member of the input is invalid or unknown: the person would be asked something else
     */
    static InteractionRequest of(AttemptName name, String task, JsonNode input) {
        checkMembers(input);
        String question = text(input, "question", VisibleText.label(task).strip());
        String description = text(input, "description", "");
        List<InteractionAction> choices = choices(input.path("choices"));
        List<InteractionField> fields = fields(input.path("fields"));
        if (question.length() > MAX_TITLE) {
            throw new InvalidFieldException(
                    "question", "has " + question.length() + " characters; the limit is " + MAX_TITLE);
        }
        if (choices.isEmpty() && fields.isEmpty()) {
            fields = List.of(FREE_TEXT);
        }
        List<InteractionAction> actions = choices.isEmpty() ? List.of(SEND) : choices;
        String fallback = question
                + (description.isEmpty() ? "" : "\n" + description)
                + fields.stream()
                        .filter(field -> !field.equals(FREE_TEXT))
                        .map(PersonQuestion::line)
                        .collect(Collectors.joining())
                + (choices.isEmpty()
                        ? ""
                        : "\nReply one of: "
                                + choices.stream().map(InteractionAction::label).collect(Collectors.joining(", ")));
        return new InteractionRequest(
                HumanQuestion.id(name),
                fields.isEmpty() ? InteractionRequest.Kind.CHOICE : InteractionRequest.Kind.FORM,
                question,
                description.isEmpty() ? null : description,
                fields,
                actions,
                null,
                cut(fallback, MAX_FALLBACK));
    }

    private static void checkMembers(JsonNode input) {
        if (input.isValueNode() && !input.isNull() || input.isArray()) {
            throw new InvalidFieldException("input", "must be an object with question");
        }
        input.fieldNames().forEachRemaining(name -> {
            if (!MEMBERS.contains(name)) {
                throw new InvalidFieldException(
                        MemberNames.plain(name),
                        name.equals("options") || name.equals("answers")
                                ? "is no member; write choices"
                                : "is no member; the members are " + String.join(", ", MEMBERS));
            }
        });
    }

    /** A field of a form in words, for a surface without forms. */
    private static String line(InteractionField field) {
        String options = field.options().isEmpty()
                ? ""
                : ": " + field.options().stream().map(InteractionOption::label).collect(Collectors.joining(", "));
        return "\n- " + field.label() + " (" + field.type().wire() + (field.required() ? ", required" : "") + ")"
                + options;
    }

    private static String text(JsonNode input, String field, String standIn) {
        JsonNode value = input.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return standIn;
        }
        String words = value.isTextual() ? VisibleText.label(value.textValue()) : "";
        if (words.isBlank()) {
            throw new InvalidFieldException(field, "must be a text");
        }
        return words;
    }

    /** Texts, each of which is a button. */
    private static List<InteractionAction> choices(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()) {
            throw new InvalidFieldException("choices", "must be a list of texts");
        }
        if (value.size() > InteractionRequest.MOST_ACTIONS) {
            throw new InvalidFieldException(
                    "choices", "has " + value.size() + " texts; the limit is " + InteractionRequest.MOST_ACTIONS);
        }
        List<InteractionAction> choices = new ArrayList<>();
        for (JsonNode choice : value) {
            String label = choice.isTextual() ? VisibleText.label(choice.textValue()) : "";
            if (label.isBlank()) {
                throw new InvalidFieldException("choices", "must be a list of texts");
            }
            if (choices.stream().anyMatch(other -> other.label().equals(label))) {
                throw new InvalidFieldException("choices", "has one text twice");
            }
            choices.add(
                    new InteractionAction("choice_" + (choices.size() + 1), label, InteractionAction.Style.DEFAULT));
        }
        return choices;
    }

    private static List<InteractionField> fields(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()) {
            throw new InvalidFieldException("fields", "must be a list of fields");
        }
        List<InteractionField> fields = new ArrayList<>();
        for (JsonNode field : value) {
            try {
                fields.add(ProtocolCodec.decode(field, InteractionField.class));
            } catch (UndecodableException wrong) {
                String member = wrong.field().equals("$") ? "" : "." + wrong.field();
                throw new InvalidFieldException("fields[" + fields.size() + "]" + member, wrong.why());
            }
        }
        return fields;
    }

    private static String cut(String text, int most) {
        return text.substring(0, Math.min(text.length(), most));
    }
}
