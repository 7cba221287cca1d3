package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Frames recorded between a host and runtimes of both generations, with invented names and ids. The ids follow from the test's settings: a
 * runtime refuses others for its lifetime, so no release may change them.
 */
public final class RecordedRuntime {
    private static final List<JsonNode> LINES = read();

    private RecordedRuntime() {}

    /** The frames of the host, including its answers to the runtime's own requests. */
    public static List<JsonNode> fromHost(String era) {
        return frames(era, "host");
    }

    /** The answer to {@code list_agent_runners}. */
    public static JsonNode runners() {
        return frames("later", "runtime").stream()
                .filter(frame -> frame.path("data").has("runners"))
                .findFirst()
                .orElseThrow()
                .path("data");
    }

    public static JsonNode settingsQuestion(String era) {
        return frames(era, "runtime").stream()
                .filter(frame -> frame.path("action").asText().equals("get_plugin_settings"))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> frames(String era, String from) {
        return LINES.stream()
                .filter(line -> line.path("era").asText().equals(era))
                .filter(line -> line.path("from").asText().equals(from))
                .map(line -> line.path("frame"))
                .toList();
    }

    private static List<JsonNode> read() {
        try (InputStream file = RecordedRuntime.class.getResourceAsStream("/recorded/runtime-session.jsonl")) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().map(ScriptedRuntime::tree).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
