package dev.agenthost.runners.acpagent.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException.Code;
import dev.agenthost.sdk.RunOutput;
import org.jspecify.annotations.Nullable;

/** Emits one turn of an agent as the results of a run: its text and its tool calls. Its thoughts and plans are not emitted. */
public final class TurnResults {
    private static final int LONGEST_REASON = 64;

    private final RunOutput out;
    private final AgentMessageStream narration;
    private final ToolCallTelemetry tools;

    public TurnResults(RunOutput out, boolean streams) {
        this.out = out;
        this.narration = new AgentMessageStream(out, streams);
        this.tools = new ToolCallTelemetry(out);
    }

    /** Applies the {@code update} of a {@code session/update}. */
    public void update(JsonNode update) throws AgentFailedException {
        switch (update.path("sessionUpdate").asText("")) {
            case "agent_message_chunk" -> narration.piece(update);
            case "tool_call" -> {
                narration.close();
                tools.update(update);
            }
            case "tool_call_update" -> tools.update(update);
            default -> {
                // Thoughts, plans, modes, commands and later kinds of update are not emitted.
            }
        }
    }

    /** Ends the run by the answer to {@code session/prompt}. */
    public void end(JsonNode answer) throws AgentFailedException {
        String reason = answer.path("stopReason").asText("");
        close();
        switch (reason) {
            case "end_turn" -> out.completed("stop", null, usage(answer));
            case "max_tokens" -> out.completed("length", null, usage(answer));
            case "refusal" -> {
                if (!narration.saidAnything()) {
                    throw new AgentFailedException(Code.REFUSED, "the agent refuses to answer");
                }
                out.completed("refusal", null, usage(answer));
            }
            case "cancelled" ->
                throw new AgentFailedException(Code.CANCELLED, "the agent cancelled its turn by itself");
            case "" -> throw new AgentFailedException(Code.PROTOCOL, "the agent's answer has no stopReason");
            default ->
                out.completed(reason.substring(0, Math.min(reason.length(), LONGEST_REASON)), null, usage(answer));
        }
    }

    /** Emits the text and tool calls so far as complete. */
    public void close() {
        narration.close();
        tools.close();
    }

    /** The usage under the names that models' usage has here; null if the agent does not report it. */
    private static @Nullable JsonNode usage(JsonNode answer) {
        JsonNode document = answer.path("usage");
        ObjectNode usage = JsonNodeFactory.instance.objectNode();
        number(usage, "prompt_tokens", document.path("inputTokens"));
        number(usage, "completion_tokens", document.path("outputTokens"));
        number(usage, "total_tokens", document.path("totalTokens"));
        return usage.isEmpty() ? null : usage;
    }

    private static void number(ObjectNode usage, String name, JsonNode value) {
        if (value.isIntegralNumber()) {
            usage.put(name, value.longValue());
        }
    }
}
