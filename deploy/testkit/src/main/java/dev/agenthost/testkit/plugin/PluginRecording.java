package dev.agenthost.testkit.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A session recorded between a plugin of LangBot's SDK and a host that it dialled itself. */
public final class PluginRecording {
    private static final List<JsonNode> LINES = read();

    private PluginRecording() {}

    /** The first frame of the plugin. */
    public static JsonNode registration() {
        return request("plugin", "register_plugin");
    }

    public static JsonNode container() {
        return LINES.stream()
                .filter(line -> line.path("from").asText().equals("plugin"))
                .map(line -> line.path("frame"))
                .filter(frame ->
                        frame.path("code").isInt() && frame.path("data").has("components"))
                .findFirst()
                .orElseThrow()
                .path("data");
    }

    public static JsonNode fromHost(String action) {
        return request("host", action);
    }

    /** The plugin's requests during its run, in their order. */
    public static List<JsonNode> calls() {
        return LINES.stream()
                .filter(line -> line.path("from").asText().equals("plugin"))
                .map(line -> line.path("frame"))
                .filter(frame -> frame.at("/data/run_id").isTextual() && frame.has("action"))
                .toList();
    }

    /** The host's answers to the call, frame by frame. */
    public static List<JsonNode> answersTo(JsonNode call) {
        return LINES.stream()
                .filter(line -> line.path("from").asText().equals("host"))
                .map(line -> line.path("frame"))
                .filter(frame -> frame.has("code") && frame.path("seq_id").equals(call.path("seq_id")))
                .toList();
    }

    /** The results of the run, as frames. */
    public static List<JsonNode> results() {
        int seqId = fromHost("run_agent").path("seq_id").intValue();
        return LINES.stream()
                .filter(line -> line.path("from").asText().equals("plugin"))
                .map(line -> line.path("frame"))
                .filter(frame -> frame.has("code") && frame.path("seq_id").intValue() == seqId)
                .toList();
    }

    private static JsonNode request(String from, String action) {
        return LINES.stream()
                .filter(line -> line.path("from").asText().equals(from))
                .map(line -> line.path("frame"))
                .filter(frame -> frame.path("action").asText().equals(action))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> read() {
        try (InputStream file = PluginRecording.class.getResourceAsStream("/recorded/direct-session.jsonl")) {
            ObjectMapper json = new ObjectMapper();
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .map(line -> {
                        try {
                            return json.readTree(line);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
