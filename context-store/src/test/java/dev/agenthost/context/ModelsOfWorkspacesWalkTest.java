package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.internal;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests a knowledge base with a model of its workspace over REST: described, named, indexed, searched, and refused if it must not be
 * named.
 */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
@QuarkusTestResource(value = ModelsOfWorkspacesWalkTest.Endpoint.class, restrictToAnnotatedClass = true)
class ModelsOfWorkspacesWalkTest {
    private static final String BASES = "/api/v1/knowledge-bases";

    private final String kb = "kb-" + UUID.randomUUID();
    private final String model = "m-" + UUID.randomUUID();
    private ScriptedEmbeddings endpoint;

    @Test
    void aDescribedModelMakesTheVectorsOfABase() {
        describe("demo", model, 1, "OF_DEMO", true).statusCode(200).body("revision", equalTo(1));
        base(model).statusCode(201).body("embedding_model", equalTo(model));
        put("animal.txt", "Whiskers are how it finds its way at night.");
        put("machine.txt", "A motor wants oil now and then.");

        await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> ContextClient.get(BASES + "/" + kb)
                .body("embedding_model", equalTo(model))
                .body("documents_waiting", equalTo(0)));

        search("cat")
                .body("results", hasSize(2))
                .body("results[0].metadata.document_name", equalTo("animal.txt"))
                .body("results[0].distance", lessThan(0.1f));
        assertThat(endpoint.received)
                .allMatch(received -> received.authorization().equals("Bearer " + ScriptedEmbeddings.KEY));
        ContextClient.get(BASES + "/" + kb).body(not(containsString(ScriptedEmbeddings.KEY)));

        describe("demo", model, 2, null, false).body("revision", equalTo(2));
        search("cat").body("results", hasSize(0));
        search("oil").body("results", hasSize(1));
    }

    @Test
    void aBaseMustNameAUsableModelOfItsWorkspace() {
        refused("never-told");
        refused("no/id");
        describe("elsewhere", model, 1, null, true);
        refused(model);
        describe("demo", model, 1, "OF_ELSEWHERE", true);
        refused(model);
        describe("demo", model, 2, null, false);
        refused(model);
        internal()
                .body("{\"workspace_id\":\"demo\",\"model_id\":\"" + model + "\",\"revision\":3}")
                .post("/internal/v1/embedding-models")
                .then()
                .statusCode(200);
        refused(model);
        base(null).statusCode(201);
        authorized()
                .contentType("application/json")
                .header("If-Match", "*")
                .body("{\"name\":\"Things\",\"embedding_model\":\"" + model + "\"}")
                .put(BASES + "/" + kb)
                .then()
                .statusCode(400)
                .body("field", equalTo("embedding_model"));
    }

    @Test
    void anInvalidModelIsRefusedByField() {
        assertInvalid("{\"workspace_id\":\"demo\",\"model_id\":\"m\",\"revision\":0}", "revision");
        assertInvalid("{\"workspace_id\":\"demo\",\"revision\":1}", "model_id");
        assertInvalid("{\"workspace_id\":\"de\\u0000mo\",\"model_id\":\"m\",\"revision\":1}", "workspace_id");
        assertInvalid(description("ftp://h", "m", "{}"), "model.base_url");
        assertInvalid(description("https://u:p@h", "m", "{}"), "model.base_url");
        assertInvalid(description("https://h", " ", "{}"), "model.model");
        assertInvalid(description("https://h", "m", "{\"dimensions\":0}"), "model.extra_args.dimensions");
    }

    private static String description(String url, String name, String extra) {
        return "{\"workspace_id\":\"demo\",\"model_id\":\"m\",\"revision\":1,\"model\":{\"base_url\":\"" + url
                + "\",\"model\":\"" + name + "\",\"extra_args\":" + extra + ",\"enabled\":true}}";
    }

    private static void assertInvalid(String body, String field) {
        internal()
                .body(body)
                .post("/internal/v1/embedding-models")
                .then()
                .statusCode(400)
                .body("field", equalTo(field));
    }

    private ValidatableResponse describe(
            String workspace, String id, long revision, @Nullable String key, boolean enabled) {
        String reference = key == null ? "" : "\"api_key_ref\":\"" + key + "\",";
        return internal()
                .body("{\"workspace_id\":\"" + workspace + "\",\"model_id\":\"" + id + "\",\"revision\":" + revision
                        + ",\"model\":{\"base_url\":\"" + endpoint.url() + "\",\"model\":\"tiny\"," + reference
                        + "\"extra_args\":{},\"enabled\":" + enabled + "}}")
                .post("/internal/v1/embedding-models")
                .then();
    }

    private void refused(String named) {
        base(named).statusCode(400).body("field", equalTo("embedding_model"));
    }

    private ValidatableResponse base(@Nullable String named) {
        String chosen = named == null ? "" : ",\"embedding_model\":\"" + named + "\"";
        return authorized()
                .contentType("application/json")
                .body("{\"kb_id\":\"" + kb + "\",\"name\":\"Things\"" + chosen + "}")
                .post(BASES)
                .then();
    }

    private void put(String name, String text) {
        authorized()
                .contentType("text/plain;charset=utf-8")
                .queryParam("filename", name)
                .body(text)
                .post(BASES + "/" + kb + "/documents")
                .then()
                .statusCode(201);
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

    /** Configures an endpoint of a workspace, and keys of two workspaces. */
    public static final class Endpoint implements QuarkusTestResourceLifecycleManager {
        private final ScriptedEmbeddings endpoint = new ScriptedEmbeddings();

        @Override
        public Map<String, String> start() {
            return Map.of(
                    "agenthost.secrets.\"OF_DEMO\"",
                    ScriptedEmbeddings.KEY,
                    "agenthost.secret-workspaces.\"OF_DEMO\"",
                    "demo",
                    "agenthost.secrets.\"OF_ELSEWHERE\"",
                    ScriptedEmbeddings.KEY,
                    "agenthost.secret-workspaces.\"OF_ELSEWHERE\"",
                    "elsewhere",
                    "agenthost.egress.allow",
                    "127.0.0.1/32");
        }

        @Override
        public void inject(Object test) {
            ((ModelsOfWorkspacesWalkTest) test).endpoint = endpoint;
        }

        @Override
        public void stop() {
            endpoint.close();
        }
    }
}
