package dev.agenthost.sdk.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.ModelAnswer;
import dev.agenthost.sdk.host.ModelEnd;
import dev.agenthost.sdk.host.ModelRequest;
import dev.agenthost.sdk.host.Models;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one run to models. The first model that answers also receives all later requests, because tool calls of
 * one model are invalid for another. If a model fails before its first word, the next one is tried, and after a pause all of them again, if
 * the failure may pass.
 */
public final class ModelFallback {
    private static final Duration LONGEST_STATED = Duration.ofSeconds(30);

    private final Models models;
    private final boolean streaming;
    private final ObjectNode extraArgs;
    private final @Nullable Boolean removeThink;
    private final List<Duration> pauses;
    private final TokenUsage usage = new TokenUsage();
    private List<ModelCandidate> candidates;
    private boolean failedSpeaking;

    /**
     * @param streaming true if the person sees words as they come
     * @param removeThink null to leave it to the host
     * @param pauses before the repetitions of a request whose last failure is retryable; without any, it is not repeated
     */
    public ModelFallback(
            Models models,
            List<ModelCandidate> candidates,
            boolean streaming,
            ObjectNode extraArgs,
            @Nullable Boolean removeThink,
            List<Duration> pauses) {
        this.models = models;
        this.candidates = List.copyOf(candidates);
        this.streaming = streaming;
        this.extraArgs = extraArgs;
        this.removeThink = removeThink;
        this.pauses = List.copyOf(pauses);
    }

    /**
     * Returns the answer of the first model that answers.
     *
     * @param words receives the text: in deltas if it is streamed, else as a whole
     */
    public ModelAnswer invoke(List<Message> messages, List<JsonNode> functions, Consumer<String> words) {
        return invoke(messages, functions, words, ToolCallIncrements.NONE);
    }

    /**
     * Returns the answer of the first model that answers.
     *
     * @param words receives the text: in deltas if it is streamed, else as a whole
     * @param increments receives the arguments of tool calls, if the answer is streamed
     */
    public ModelAnswer invoke(
            List<Message> messages, List<JsonNode> functions, Consumer<String> words, ToolCallIncrements increments) {
        for (Duration pause : pauses) {
            try {
                return once(messages, functions, words, increments);
            } catch (AgentApiException why) {
                if (failedSpeaking || !why.retryable() || !waits(pause(pause, why))) {
                    throw why;
                }
            }
        }
        return once(messages, functions, words, increments);
    }

    /** The longer one of the pause and of the time that the provider states; a time of more than 30 seconds is not waited for. */
    private static Duration pause(Duration usual, AgentApiException why) {
        Duration stated =
                Duration.ofSeconds(why.details().path(AgentApiError.RETRY_AFTER).asLong());
        return stated.compareTo(usual) > 0 && stated.compareTo(LONGEST_STATED) <= 0 ? stated : usual;
    }

    /** Returns false if the thread is interrupted, because the run ends. */
    private static boolean waits(Duration pause) {
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private ModelAnswer once(
            List<Message> messages, List<JsonNode> functions, Consumer<String> words, ToolCallIncrements increments) {
        AgentApiException failure = null;
        for (ModelCandidate candidate : candidates) {
            ChunkAssembler assembler = new ChunkAssembler(increments);
            try {
                ModelAnswer answer = invoke(candidate, request(candidate, messages, functions), assembler, words);
                candidates = List.of(candidate);
                return answer;
            } catch (AgentApiException why) {
                if (!assembler.isEmpty()) {
                    failedSpeaking = true;
                    throw why;
                }
                failure = why;
            }
        }
        throw failure == null ? new IllegalStateException("no model is granted") : failure;
    }

    /**
     * Returns an answer that the person does not see; empty if no model is available. Does not fix the model for later requests.
     */
    public Optional<String> aside(List<Message> messages) {
        List<ModelCandidate> before = candidates;
        try {
            return Optional.of(
                    invoke(messages, List.of(), words -> {}).message().plainText());
        } catch (AgentApiException why) {
            return Optional.empty();
        } finally {
            candidates = before;
            failedSpeaking = false;
        }
    }

    /** Returns true if a model has failed after the first words of its answer to the person. */
    public boolean failedSpeaking() {
        return failedSpeaking;
    }

    public TokenUsage usage() {
        return usage;
    }

    public static List<ToolCall> toolCalls(Message answer) {
        List<ToolCall> calls = new ArrayList<>();
        JsonNode assembler = answer.toolCalls();
        if (assembler != null) {
            assembler.forEach(call -> calls.add(ToolCall.of(call)));
        }
        return calls;
    }

    private ModelAnswer invoke(
            ModelCandidate candidate, ModelRequest request, ChunkAssembler assembler, Consumer<String> words) {
        if (candidate.mayStream() && (streaming || !candidate.mayInvoke())) {
            ModelEnd end = models.stream(request, chunk -> {
                String increment = assembler.add(chunk);
                if (!increment.isEmpty()) {
                    words.accept(increment);
                }
            });
            usage.add(end.usage());
            return new ModelAnswer(assembler.message(), end.usage(), end.finishReason());
        }
        ModelAnswer answer = models.invoke(request);
        usage.add(answer.usage());
        String whole = answer.message().plainText();
        if (!whole.isEmpty()) {
            words.accept(whole);
        }
        return answer;
    }

    private ModelRequest request(ModelCandidate candidate, List<Message> messages, List<JsonNode> functions) {
        return new ModelRequest(candidate.modelId(), messages, functions, extraArgs, removeThink);
    }
}
