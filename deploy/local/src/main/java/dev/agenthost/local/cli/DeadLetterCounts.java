package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.cli.InstallationOptions.BoxKey;
import dev.agenthost.local.cli.InstallationOptions.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The numbers of dead letters of the box.
 *
 * @param open by topic: those that were not redriven, or whose redrive has an unknown end; without topics that have none
 * @param redriven those of all topics that were redriven and are not deleted yet
 * @param isComplete false if only the newest records of a large topic are counted
 */
record DeadLetterCounts(Map<String, Long> open, long redriven, boolean isComplete) {
    /** Longer than event-gateway reads dead letters for one request. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    /** Returns the counts of event-gateway; empty if it does not answer. */
    static Optional<DeadLetterCounts> read() throws InterruptedException {
        try {
            return Optional.of(of(new InstallationOptions(BoxKey.HOST).get(DlqCommand.PATH, LIMIT)));
        } catch (RefusedException | IOException unavailable) {
            return Optional.empty();
        }
    }

    static DeadLetterCounts of(JsonNode summary) {
        Map<String, Long> open = new TreeMap<>();
        long redriven = 0;
        for (JsonNode count : summary.path("items")) {
            long left = count.path("open").asLong() + count.path("started").asLong();
            if (left > 0) {
                open.merge(count.path("topic").asText(), left, Long::sum);
            }
            redriven += count.path("redriven").asLong();
        }
        return new DeadLetterCounts(
                open, redriven, summary.path("incomplete_topics").isEmpty());
    }

    String text() {
        long sum = open.values().stream().mapToLong(Long::longValue).sum();
        String topics = open.entrySet().stream()
                .map(topic -> topic.getKey() + " " + topic.getValue())
                .collect(Collectors.joining(", ", " (", ")"));
        return (sum == 0 ? "none open" : sum + " open" + topics)
                + ", " + redriven + " redriven"
                + (isComplete ? "" : "; of large topics only the newest are counted");
    }
}
