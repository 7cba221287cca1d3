package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** Results that a runner sends, as they stand in frames; each text has a number of its own. */
final class RunnerFrames {
    static final String RUN = "661da531-0000-4000-8000-000000000001";
    /** Characters of a frame, as far as the rate of a run is concerned. */
    static final int SIZE = 100;

    private static final String LARGE = "x".repeat(2_100_000);

    private final StringBuilder deltas = new StringBuilder();
    private int sequence;

    InboxItem delta() {
        String text = "d" + (sequence + 1) + ";";
        deltas.append(text);
        return result("message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}");
    }

    InboxItem message() {
        return said("m" + (sequence + 1));
    }

    /** A message that leaves no room for another result until it is published. */
    InboxItem largeMessage() {
        return said("l" + (sequence + 1) + ";" + LARGE);
    }

    private InboxItem said(String text) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.putObject("message").put("role", "assistant").put("content", text);
        return result("message.completed", data);
    }

    /** A message with bytes to store. */
    InboxItem picture() {
        return result("message.completed", "{\"message\":" + pictureMessage() + "}");
    }

    InboxItem state() {
        return result("state.updated", "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}");
    }

    InboxItem completed() {
        return result("run.completed", "{\"finish_reason\":\"stop\"}");
    }

    InboxItem completedWithPicture() {
        return result("run.completed", "{\"finish_reason\":\"stop\",\"message\":" + pictureMessage() + "}");
    }

    boolean isEmpty() {
        return sequence == 0;
    }

    /** The texts of all deltas so far, joined. */
    String sentDeltas() {
        return deltas.toString();
    }

    private String pictureMessage() {
        return "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"p" + (sequence + 1) + "\"},"
                + "{\"type\":\"image_base64\",\"image_base64\":\"QUJD\"}]}";
    }

    private InboxItem result(String type, String data) {
        return result(type, tree(data));
    }

    private InboxItem result(String type, JsonNode data) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("run_id", RUN).put("type", type).put("sequence", ++sequence).set("data", data);
        return new InboxItem.Result(frame, false);
    }

    private static JsonNode tree(String json) {
        try {
            return ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
