package dev.agenthost.context;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThan;

import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.ScriptedEmbeddings;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests knowledge with an embedding endpoint of the operator, from a document to a passage. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
@QuarkusTestResource(value = RemoteEmbeddingsTest.Endpoint.class, restrictToAnnotatedClass = true)
class RemoteEmbeddingsTest {
    private static final String BASES = "/api/v1/knowledge-bases";

    private final String kb = "kb-" + UUID.randomUUID();
    private ScriptedEmbeddings endpoint;

    @Test
    void findsByVectorsOfTheEndpointAndByWordsWhileItIsUnavailable() {
        authorized()
                .contentType("application/json")
                .body("{\"kb_id\":\"" + kb + "\",\"name\":\"Things\"}")
                .post(BASES)
                .then()
                .statusCode(201);
        endpoint.scriptAll(ScriptedEmbeddings.json(200, "{\"data\":[]}"));
        String animal = put("animal.txt", "Whiskers are how it finds its way at night.");
        await().atMost(Duration.ofSeconds(60)).until(() -> !endpoint.received.isEmpty());
        document(animal).body("status", equalTo("pending"));
        endpoint.script();
        put("machine.txt", "A motor wants oil now and then.");

        await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> ContextClient.get(BASES + "/" + kb + "/documents")
                .body("items.status", equalTo(java.util.List.of("indexed", "indexed"))));
        search("cat")
                .body("results", hasSize(2))
                .body("results[0].metadata.document_name", equalTo("animal.txt"))
                .body("results[0].distance", lessThan(0.1f));
        search("car").body("results[0].metadata.document_name", equalTo("machine.txt"));
        assertThat(endpoint.received)
                .allMatch(received -> received.authorization().equals("Bearer " + ScriptedEmbeddings.KEY));

        endpoint.scriptAll(ScriptedEmbeddings.json(500, ""));
        search("cat").body("results", hasSize(0));
        search("oil").body("results", hasSize(1)).body("results[0].distance", equalTo(1f));
    }

    private String put(String name, String text) {
        return authorized()
                .contentType("text/plain;charset=utf-8")
                .queryParam("filename", name)
                .body(text)
                .post(BASES + "/" + kb + "/documents")
                .then()
                .statusCode(201)
                .extract()
                .path("document_id");
    }

    private ValidatableResponse document(String id) {
        return ContextClient.get(BASES + "/" + kb + "/documents/" + id);
    }

    private ValidatableResponse search(String query) {
        return authorized()
                .contentType("application/json")
                .body("{\"query\":\"" + query + "\"}")
                .post(BASES + "/" + kb + "/search")
                .then()
                .statusCode(200);
    }

    private static RequestSpecification authorized() {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY);
    }

    /** Configures the endpoint as an operator would. */
    public static final class Endpoint implements QuarkusTestResourceLifecycleManager {
        private final ScriptedEmbeddings endpoint = new ScriptedEmbeddings();

        @Override
        public Map<String, String> start() {
            return Map.of(
                    "agenthost.knowledge.embeddings.base-url",
                    endpoint.url(),
                    "agenthost.knowledge.embeddings.model",
                    "tiny",
                    "agenthost.knowledge.embeddings.dimensions",
                    String.valueOf(ScriptedEmbeddings.DIMENSIONS),
                    "agenthost.knowledge.embeddings.api-key-ref",
                    "EMBEDDINGS",
                    "agenthost.secrets.\"EMBEDDINGS\"",
                    ScriptedEmbeddings.KEY,
                    "agenthost.egress.allow",
                    "127.0.0.1/32");
        }

        @Override
        public void inject(Object test) {
            ((RemoteEmbeddingsTest) test).endpoint = endpoint;
        }

        @Override
        public void stop() {
            endpoint.close();
        }
    }
}
