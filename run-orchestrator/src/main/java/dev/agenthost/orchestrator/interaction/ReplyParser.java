package dev.agenthost.orchestrator.interaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionOption;
import dev.agenthost.protocol.result.InteractionRequest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message as the response to a question: a button by its label, id or number, or the value of the only field. Any other text is
 * an ordinary message.
 */
final class ReplyParser {
    private static final int MOST_DIGITS = 30;

    /** @param actionId null if the question has no buttons */
    record Reply(@Nullable String actionId, ObjectNode values) {}

    private ReplyParser() {}

    /** Returns the response that the question permits; empty if the text is none. */
    static Optional<Reply> parse(InteractionRequest question, String text) {
        String words = text.strip();
        return action(question, words).or(() -> value(question, words)).filter(reply -> SubmissionRules.violation(
                        question, reply.actionId(), reply.values())
                .isEmpty());
    }

    private static Optional<Reply> action(InteractionRequest question, String words) {
        return chosen(question.actions(), words, action -> Stream.of(action.label(), action.id()))
                .map(action -> new Reply(action.id(), JsonNodeFactory.instance.objectNode()));
    }

    /** The text is the value of the only field, sent by the only button. */
    private static Optional<Reply> value(InteractionRequest question, String words) {
        List<InteractionAction> actions = question.actions();
        if (question.fields().size() != 1 || actions.size() > 1) {
            return Optional.empty();
        }
        InteractionField field = question.fields().getFirst();
        return value(field, words)
                .map(value -> new Reply(
                        actions.isEmpty() ? null : actions.getFirst().id(),
                        JsonNodeFactory.instance.objectNode().set(field.id(), value)));
    }

    private static Optional<JsonNode> value(InteractionField field, String words) {
        return switch (field.type()) {
            case TEXT, TEXTAREA -> Optional.of(TextNode.valueOf(words));
            case NUMBER -> number(words);
            case BOOLEAN ->
                words.equalsIgnoreCase("true") || words.equalsIgnoreCase("false")
                        ? Optional.of(BooleanNode.valueOf(words.equalsIgnoreCase("true")))
                        : Optional.empty();
            case SELECT -> option(field, words).map(TextNode::valueOf);
            case MULTISELECT ->
                option(field, words)
                        .map(value -> JsonNodeFactory.instance.arrayNode().add(value));
            case FILE -> Optional.empty();
        };
    }

    private static Optional<String> option(InteractionField field, String words) {
        return chosen(field.options(), words, option -> Stream.of(option.label(), option.value()))
                .map(InteractionOption::value);
    }

    private static Optional<JsonNode> number(String words) {
        try {
            return words.length() > MOST_DIGITS
                    ? Optional.empty()
                    : Optional.of(DecimalNode.valueOf(new BigDecimal(words)));
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }

    /** Returns the choice of that name, else the one of that number, from 1. */
    private static <T> Optional<T> chosen(List<T> choices, String words, Function<T, Stream<String>> names) {
        return choices.stream()
                .filter(choice -> names.apply(choice).anyMatch(words::equalsIgnoreCase))
                .findFirst()
                .or(() -> words.matches("[1-9]\\d?") && Integer.parseInt(words) <= choices.size()
                        ? Optional.of(choices.get(Integer.parseInt(words) - 1))
                        : Optional.empty());
    }
}
