package dev.agenthost.walk.box;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;

/** One event of a live stream as received: the id is {@code attempt-sequence}, the frame its exact bytes as text. */
public record SseEvent(String id, String type, String data) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The exact frame, for comparing a resumed stream with the uninterrupted one. */
    public String frame() {
        return "id:" + id + "\nevent:" + type + "\ndata:" + data;
    }

    /** The result's own payload. */
    public JsonNode payload() {
        try {
            return JSON.readTree(data).path("data");
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isTerminal() {
        return type.equals("run.completed") || type.equals("run.failed") || type.equals("run.unanswered");
    }

    public int attempt() {
        return Integer.parseInt(id.substring(0, id.indexOf('-')));
    }

    public long sequence() {
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }
}
