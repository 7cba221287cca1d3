package dev.agenthost.runners.acpagent.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException;
import dev.agenthost.runners.acpagent.rpc.AgentFailedException.Code;
import dev.agenthost.sdk.RunOutput;

/** Emits an agent's text, delta by delta; the text before a tool call is a message of its own. */
final class AgentMessageStream {
    static final int LONGEST = 1024 * 1024;

    private final RunOutput out;
    private final boolean streams;
    private final StringBuilder open = new StringBuilder();
    private String messageId = "";
    private long length;

    /** @param streams true to emit deltas as they arrive */
    AgentMessageStream(RunOutput out, boolean streams) {
        this.out = out;
        this.streams = streams;
    }

    void piece(JsonNode update) throws AgentFailedException {
        JsonNode content = update.path("content");
        String text = content.path("text").asText("");
        if (!"text".equals(content.path("type").textValue()) || text.isEmpty()) {
            return;
        }
        String id = update.path("messageId").asText("");
        if (!id.equals(messageId)) {
            close();
            messageId = id;
        }
        length += text.length();
        if (length > LONGEST) {
            throw new AgentFailedException(
                    Code.OUTPUT_TOO_LARGE, "the agent sent more than " + LONGEST + " characters");
        }
        open.append(text);
        if (streams) {
            out.delta(text);
        }
    }

    /** Emits the text so far as a whole message. */
    void close() {
        if (!open.toString().isBlank()) {
            out.message(open.toString());
        }
        open.setLength(0);
    }

    boolean saidAnything() {
        return length > 0;
    }
}
