package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A question to the person of a rehearsal.
 *
 * @param runId the run that asks
 */
record RehearsalQuestion(String runId, String interactionId, String token) {
    /** @param question a result of the live stream */
    static RehearsalQuestion streamed(String runId, JsonNode question) {
        return new RehearsalQuestion(
                runId,
                question.at("/payload/interaction_id").asText(),
                question.at("/target/token").asText());
    }

    /** @param question an element of the list of a run's questions */
    static RehearsalQuestion listed(String runId, JsonNode question) {
        return new RehearsalQuestion(
                runId,
                question.at("/request/interaction_id").asText(),
                question.path("token").asText());
    }
}
