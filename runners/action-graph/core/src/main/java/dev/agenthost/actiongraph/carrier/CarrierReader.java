package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.carrier.CarrierResult.Answer;
import dev.agenthost.actiongraph.carrier.CarrierResult.AnswerKind;
import dev.agenthost.actiongraph.carrier.CarrierResult.ProtocolError;
import dev.agenthost.actiongraph.markdown.MarkdownFence;
import dev.agenthost.actiongraph.markdown.MarkdownOutline;
import dev.agenthost.actiongraph.markdown.OutlineParser;
import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what one output of a model means: an answer, a declaration, or a protocol error. Ordinary text is an answer. An output that asks
 * for execution in a way that has more than one meaning is an error, and nothing of it is executed.
 */
public final class CarrierReader {
    private static final String ROOT = "$";

    private final ReferenceScope scope;
    private final ExecutorNames executors;

    /** @param scope the values that a declaration may refer to; the sections of the output are added */
    public CarrierReader(ReferenceScope scope, ExecutorNames executors) {
        this.scope = scope;
        this.executors = executors;
    }

    /** Reads one output. */
    public CarrierResult read(AssistantMessage message) {
        if (message.text().length() > ProtocolFence.MAX_TEXT) {
            return error(
                    Rule.JSON_TOO_LARGE,
                    "has " + message.text().length() + " characters; the limit is " + ProtocolFence.MAX_TEXT);
        }
        MarkdownOutline outline = OutlineParser.parse(message.text());
        List<MarkdownFence> blocks = ProtocolFence.labelled(outline);
        CarrierResult broken = broken(message, outline, blocks);
        if (broken != null) {
            return broken;
        }
        CarriedDeclaration carried = new CarriedDeclaration(scope, executors, outline, message.text());
        List<NativeToolCall> natives = message.toolCalls();
        if (natives.size() == 1 && natives.getFirst().isProtocolOutput()) {
            return carried.nativeCall(natives.getFirst(), !blocks.isEmpty());
        }
        if (!natives.isEmpty()) {
            return carried.directCalls(natives);
        }
        if (!blocks.isEmpty()) {
            return carried.block(blocks.getFirst());
        }
        if (!message.isComplete() && CutCarrier.isIn(message.text(), outline, executors)) {
            return incomplete();
        }
        CarrierResult result = withoutCarrier(message.text(), outline, carried);
        return message.isComplete() || result instanceof Answer ? result : incomplete();
    }

    /** The error of an output whose carriers have no single meaning; null if they have one. */
    private static @Nullable CarrierResult broken(
            AssistantMessage message, MarkdownOutline outline, List<MarkdownFence> blocks) {
        long protocolCalls = message.toolCalls().stream()
                .filter(NativeToolCall::isProtocolOutput)
                .count();
        boolean hasCalls = !message.toolCalls().isEmpty();
        if (!message.isComplete() && (hasCalls || !blocks.isEmpty())) {
            return incomplete();
        }
        if (protocolCalls > 1) {
            return error(
                    Rule.CARRIER_REPEATED,
                    "has " + protocolCalls + " calls of " + NativeToolCall.PROTOCOL_OUTPUT + "; send one");
        }
        if (protocolCalls == 1 && message.toolCalls().size() > 1) {
            return error(
                    Rule.CARRIER_MIXED,
                    "calls tools beside " + NativeToolCall.PROTOCOL_OUTPUT + "; put every call into calls");
        }
        if (protocolCalls == 1) {
            return null;
        }
        if (hasCalls && !blocks.isEmpty()) {
            return error(
                    Rule.CARRIER_MIXED, "calls tools beside an agent-protocol block; put every action into the block");
        }
        return hasCalls ? null : ProtocolFence.broken(outline, blocks);
    }

    private CarrierResult withoutCarrier(String text, MarkdownOutline outline, CarriedDeclaration carried) {
        List<String> calls = TextCalls.find(outline);
        if (!calls.isEmpty()) {
            return carried.textCalls(calls);
        }
        JsonNode object = TextCalls.wholeObject(text, outline);
        if (object != null && CompactReader.isCompact(object)) {
            return carried.compactText(object);
        }
        if (object != null && DirectCalls.isRequestOnly(object)) {
            return carried.textCalls(List.of(object.toString()));
        }
        return StrayDeclaration.isIn(outline) ? ProtocolFence.unlabelled() : answer(text, AnswerKind.TEXT);
    }

    /** Returns an answer with its private reasoning as a person sees it: without elements of the protocol, and without reasoning that has one. */
    public static String visible(String text) {
        return VisibleText.of(PrivateReasoning.without(text, StrayDeclaration::isInText));
    }

    /** An answer has words for the person, and nothing of the protocol. */
    static CarrierResult answer(String text, AnswerKind kind) {
        String words = VisibleText.of(text);
        if (text.isBlank() && kind == AnswerKind.TEXT) {
            return error(Rule.ANSWER_EMPTY, "is empty; answer the user in words, or declare actions");
        }
        return words.isBlank() && !text.isBlank()
                ? error(Rule.ANSWER_PROTOCOL, "has elements of the protocol alone; answer in words for the person")
                : new Answer(words, kind);
    }

    private static ProtocolError incomplete() {
        return error(
                Rule.CARRIER_INCOMPLETE,
                "ends before its end: it has reached the limit of its tokens, or a filter of the provider; send a shorter output, or other words");
    }

    static ProtocolError error(Rule rule, String message) {
        return new ProtocolError(List.of(new Violation(ROOT, rule, message)));
    }

    static ProtocolError errors(ViolationCollector violations) {
        return new ProtocolError(violations.errors());
    }
}
