package dev.agenthost.orchestrator.runner.ws;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A run with granted models and a scripted provider. */
abstract class ModelCase extends HostApiCase {
    static final String SECRET = "sk-of-the-provider-1234";
    static final String HI =
            "\"messages\":[{\"role\":\"user\",\"name\":null,\"content\":\"hi\",\"tool_calls\":null}],\"funcs\":[],\"extra_args\":{}";

    final ScriptedModels models = new ScriptedModels();

    @BeforeEach
    void itIsGrantedModels() {
        keep("m-1", "chat", ",\"api_key_ref\":\"MODEL_KEY\"", "");
        keep("rr-1", "rerank", "", "");
        keep("m-keyless", "chat", ",\"api_key_ref\":\"NO_SUCH_KEY\"", "");
        keep("m-off", "chat", "", ",\"enabled\":false");
        keep("m-other", "chat", "", "");
        again(JsonNodeFactory.instance.objectNode());
    }

    /** The run begins anew, its agent configured so. */
    void again(ObjectNode config) {
        execution.close();
        ResourcePolicy granted = new ResourcePolicy(
                List.of("m-1", "rr-1", "m-keyless", "m-off", "m-gone"),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null);
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(granted, StatePolicy.defaults(), DeliveryPolicy.defaults(), config),
                1,
                Instant.now().plusSeconds(60)));
    }

    @AfterEach
    void theProviderStops() {
        models.close();
    }

    private void keep(String id, String kind, String provider, String more) {
        String body = "{\"kind\":\"" + kind + "\",\"provider\":{\"base_url\":\"" + models.url() + "\"" + provider
                + "},\"model\":\"small\",\"extra_args\":{\"temperature\":0.2}" + more + "}";
        given().header("Authorization", "Bearer key-one").delete("/api/v1/models/" + id);
        given().header("Authorization", "Bearer key-one")
                .contentType("application/json")
                .body(body.replaceFirst("\\{", "{\"model_id\":\"" + id + "\","))
                .post("/api/v1/models")
                .then()
                .statusCode(201);
    }

    JsonNode invoke(String model) {
        return plugin.call("invoke_llm", data("{\"llm_model_uuid\":\"" + model + "\"," + HI + "}"));
    }

    int stream(String more) {
        return plugin.ask("invoke_llm_stream", data("{\"llm_model_uuid\":\"m-1\"," + HI + more + "}"));
    }

    /** All frames of a stream, its end or failure last. */
    List<JsonNode> frames(int number) {
        List<JsonNode> frames = new ArrayList<>();
        while (true) {
            JsonNode frame = plugin.answerTo(number);
            frames.add(frame);
            if (frame.path("code").intValue() != 0
                    || frame.path("chunk_status").asText().equals("end")) {
                return frames;
            }
        }
    }

    static String said(List<JsonNode> frames) {
        StringBuilder text = new StringBuilder();
        frames.forEach(frame -> text.append(frame.at("/data/chunk/content").asText("")));
        return text.toString();
    }
}
