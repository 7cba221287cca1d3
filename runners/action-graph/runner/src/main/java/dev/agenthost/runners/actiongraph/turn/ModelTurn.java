package dev.agenthost.runners.actiongraph.turn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.NativeToolCall;
import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import dev.agenthost.actiongraph.result.TokenEstimator;
import dev.agenthost.actiongraph.transcript.ConversationTurn;
import dev.agenthost.actiongraph.transcript.RequestText;
import dev.agenthost.actiongraph.transcript.Transcript;
import dev.agenthost.actiongraph.transcript.TranscriptWriter;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.actiongraph.stream.AnswerStream;
import dev.agenthost.sdk.host.ModelAnswer;
import dev.agenthost.sdk.model.ModelFallback;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sends the transcript to the model and returns its complete output. */
public final class ModelTurn {
    /** The instruction of a request after which nothing is executed. */
    private static final String ANSWER_NOW =
            "\nNo further action can be executed. Answer the user now, in ordinary Markdown, with the results above.\n";

    private final ModelFallback model;
    private final TranscriptWriter writer;
    private final String instructions;
    private final List<String> background;
    private final int maxTokens;
    private long tokens;
    private String spoken = "";
    private @Nullable String cut;

    /**
     * @param instructions system prompt
     * @param background other graphs of the conversation, one line each
     * @param maxTokens most tokens of the transcript
     */
    public ModelTurn(
            ModelFallback model, TranscriptWriter writer, String instructions, List<String> background, int maxTokens) {
        this.model = model;
        this.writer = writer;
        this.instructions = instructions;
        this.background = List.copyOf(background);
        this.maxTokens = maxTokens;
    }

    /**
     * Asks the model for its next output, which is returned without private reasoning.
     *
     * @param mayAct false if the output has to be an answer
     * @param words receives the text, and the arguments of calls, as they come
     * @throws TranscriptTooLargeException if not even the shortest transcript fits
     */
    AssistantMessage next(List<ConversationTurn> turns, boolean mayAct, AnswerStream words) {
        String text =
                switch (writer.write(new Transcript("", background, turns), maxTokens)) {
                    case RequestText.Fitting fitting -> fitting.text();
                    case RequestText.TooLarge large ->
                        throw new TranscriptTooLargeException(large.minimum(), maxTokens);
                };
        long before = model.usage().total();
        List<Message> messages = List.of(Message.system(instructions), Message.user(mayAct ? text : text + ANSWER_NOW));
        ModelAnswer answer = model.invoke(
                messages, mayAct ? List.of(CarrierFunction.json()) : List.of(), words::add, words::addCall);
        Message output = answer.message();
        spoken = output.plainText();
        cut = answer.isComplete() ? null : answer.finishReason();
        AssistantMessage message =
                new AssistantMessage(PrivateReasoning.without(spoken), calls(output), answer.isComplete());
        long reported = model.usage().total() - before;
        tokens = reported > 0 ? reported : estimated(text, message);
        return message;
    }

    /** The text of the last output with its private reasoning, which only the person may see. */
    String spoken() {
        return spoken;
    }

    /** The reason for which the provider cut the last output off; null if it is complete. */
    @Nullable
    String cut() {
        return cut;
    }

    /** The tokens of the last request and its output: those that were reported, else an estimate. */
    long tokens() {
        return tokens;
    }

    private long estimated(String text, AssistantMessage output) {
        return Stream.concat(
                        Stream.of(instructions, text, spoken),
                        output.toolCalls().stream().map(NativeToolCall::arguments))
                .mapToLong(TokenEstimator.BYTES::tokens)
                .sum();
    }

    private static List<NativeToolCall> calls(Message output) {
        JsonNode calls = output.toolCalls();
        return calls == null
                ? List.of()
                : ModelFallback.toolCalls(output).stream()
                        .map(call -> new NativeToolCall(call.name(), call.arguments()))
                        .toList();
    }
}
