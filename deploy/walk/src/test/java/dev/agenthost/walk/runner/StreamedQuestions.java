package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.walk.box.SseEvent;
import java.util.List;

/** The questions to people in a live stream, which has views of graphs as actions, too. */
final class StreamedQuestions {
    private StreamedQuestions() {}

    static List<JsonNode> in(List<SseEvent> stream) {
        return stream.stream()
                .filter(event -> event.type().equals("action.requested"))
                .map(SseEvent::payload)
                .filter(action -> action.path("action").asText().equals("interaction.requested"))
                .toList();
    }
}
