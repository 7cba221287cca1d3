package dev.agenthost.local.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The questions that the agents of a conversation ask people. */
public final class QuestionClient {
    private final ApiClient api;

    public QuestionClient(ApiClient api) {
        this.api = api;
    }

    /** The questions that can be responded to, in the order in which they were asked. A cancelled run and an expired question expect no response. */
    public List<OpenQuestion> open(String bot, String conversation) throws IOException, InterruptedException {
        String runs =
                "/api/v1/runs?bot_id=" + ApiClient.encoded(bot) + "&conversation_id=" + ApiClient.encoded(conversation);
        // A run may go on while a person is asked.
        List<OpenQuestion> questions = asked(runs + "&code=waiting");
        questions.addAll(asked(runs + "&status=running"));
        return questions;
    }

    private List<OpenQuestion> asked(String runs) throws IOException, InterruptedException {
        List<OpenQuestion> questions = new ArrayList<>();
        for (JsonNode run : api.get(runs).path("items")) {
            if (run.path("status").asText().equals("cancelled")) {
                continue;
            }
            String runId = run.path("run_id").asText();
            List<OpenQuestion> ofRun = new ArrayList<>();
            for (JsonNode item : api.get(interactions(runId)).path("items")) {
                if (!item.hasNonNull("response") && !isExpired(item)) {
                    ofRun.add(question(runId, item));
                }
            }
            questions.addAll(0, ofRun);
        }
        return questions;
    }

    /** The latest views of the graphs of a conversation, in the form of {@code ui.projection}. */
    public List<JsonNode> views(String bot, String conversation) throws IOException, InterruptedException {
        List<JsonNode> views = new ArrayList<>();
        api.get("/api/v1/projections?bot_id=" + ApiClient.encoded(bot) + "&conversation_id="
                        + ApiClient.encoded(conversation))
                .path("items")
                .forEach(item -> views.add(item.path("projection")));
        return views;
    }

    private static boolean isExpired(JsonNode item) {
        return item.at("/request/expires_at").asLong(Long.MAX_VALUE)
                <= Instant.now().getEpochSecond();
    }

    /**
     * Responds to a question.
     *
     * @param button id of a button; null for a question without buttons
     * @param values the values of the fields, by the id of the field
     * @param actor id of the person who responds; null if the question names nobody
     * @return the address of the live stream of the run that goes on
     * @throws IOException if the response is refused
     */
    public URI respond(
            OpenQuestion question, @Nullable String button, Map<String, String> values, @Nullable String actor)
            throws IOException, InterruptedException {
        ObjectNode body = ProtocolCodec.mapper().createObjectNode().put("token", question.token());
        if (button != null) {
            body.put("action_id", button);
        }
        if (actor != null) {
            body.put("actor_id", actor);
        }
        if (!values.isEmpty()) {
            ObjectNode typed = body.putObject("values");
            values.forEach((id, value) -> put(typed, question.request(), id, value));
        }
        JsonNode accepted = api.post(interactions(question.runId()) + "/" + ApiClient.encoded(question.id()), body);
        return api.resolve("/api/v1/runs/" + accepted.path("run_id").asText() + "/stream");
    }

    /** The host refuses a value that does not fit its field, and names the field. */
    private static void put(ObjectNode values, InteractionRequest request, String id, String value) {
        InteractionField.Type type = request.fields().stream()
                .filter(field -> field.id().equals(id))
                .map(InteractionField::type)
                .findFirst()
                .orElse(InteractionField.Type.TEXT);
        switch (type) {
            case NUMBER -> values.set(id, number(value));
            case BOOLEAN -> values.put(id, Boolean.parseBoolean(value));
            case MULTISELECT -> {
                var chosen = values.putArray(id);
                List.of(value.split(",")).forEach(one -> chosen.add(one.strip()));
            }
            case TEXT, TEXTAREA, SELECT, FILE -> values.put(id, value);
        }
    }

    private static JsonNode number(String value) {
        try {
            return ProtocolCodec.mapper().getNodeFactory().numberNode(new java.math.BigDecimal(value));
        } catch (NumberFormatException noNumber) {
            return ProtocolCodec.mapper().getNodeFactory().textNode(value);
        }
    }

    private static OpenQuestion question(String runId, JsonNode item) throws IOException {
        try {
            List<String> actors = new ArrayList<>();
            item.path("actor_ids").forEach(actor -> actors.add(actor.asText()));
            return new OpenQuestion(
                    runId,
                    InteractionRequest.read(item.path("request")),
                    item.path("token").asText(),
                    actors);
        } catch (UndecodableException unreadable) {
            throw new IOException("A question of run " + runId + " cannot be read: " + unreadable.getMessage());
        }
    }

    private static String interactions(String runId) {
        return "/api/v1/runs/" + runId + "/interactions";
    }
}
