package dev.agenthost.local.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A line of a log as people read it: services write JSON, everything else writes text. */
public final class LogLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private LogLine() {}

    /** Time, level, logger, message and exception; a line that is no JSON object stays unchanged. */
    public static String readable(String line) {
        if (!line.startsWith("{")) {
            return line;
        }
        try {
            JsonNode value = JSON.readTree(line);
            String thrown = value.path("stackTrace").asText("");
            return value.path("timestamp").asText() + " " + value.path("level").asText() + " "
                    + value.path("loggerName").asText() + " "
                    + value.path("message").asText()
                    + (thrown.isEmpty() ? "" : "\n" + thrown.stripTrailing());
        } catch (JsonProcessingException cutOff) {
            return line;
        }
    }
}
