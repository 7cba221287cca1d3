package dev.agenthost.orchestrator.runner.ws;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalogue of models by REST, on PostgreSQL. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ModelCatalogueTest extends SocketCase {
    private static final String MODELS = "/api/v1/models";
    private static final String BODY =
            "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://models.example/v1\",\"api_key_ref\":\"MODEL_KEY\"},\"model\":\"small\"}";

    private final String id = "m-" + UUID.randomUUID();

    @BeforeEach
    void oneModel() {
        one(BODY.replaceFirst("\\{", "{\"model_id\":\"" + id + "\","))
                .post(MODELS)
                .then()
                .statusCode(201);
    }

    @Test
    void readsAWrittenItem() {
        as("key-one")
                .get(MODELS + "/" + id)
                .then()
                .statusCode(200)
                .header("ETag", "\"1\"")
                .body("model_id", equalTo(id))
                .body("workspace_id", equalTo("ws-1"))
                .body("provider.base_url", equalTo("https://models.example/v1"))
                .body("provider.api_key_ref", equalTo("MODEL_KEY"))
                .body("enabled", equalTo(true))
                .body("extra_args.size()", equalTo(0))
                .body("version", equalTo(1));
    }

    @Test
    void generatesAMissingId() {
        String location =
                one(BODY).post(MODELS).then().statusCode(201).extract().header("Location");

        as("key-one").get(location.substring(location.indexOf("/api"))).then().statusCode(200);
    }

    @Test
    void aChangeRequiresTheCurrentVersion() {
        one(BODY.replace("small", "large"))
                .header("If-Match", "\"1\"")
                .put(MODELS + "/" + id)
                .then()
                .statusCode(200)
                .header("ETag", "\"2\"")
                .body("model", equalTo("large"));
        one(BODY).header("If-Match", "\"1\"").put(MODELS + "/" + id).then().statusCode(412);
        one(BODY).header("If-Match", "nonsense").put(MODELS + "/" + id).then().statusCode(412);
        one(BODY).put(MODELS + "/" + id).then().statusCode(428);
        one(BODY)
                .header("If-Match", "*")
                .put(MODELS + "/" + id)
                .then()
                .statusCode(200)
                .header("ETag", "\"3\"");
        one(BODY.replaceFirst("\\{", "{\"model_id\":\"other\","))
                .header("If-Match", "*")
                .put(MODELS + "/" + id)
                .then()
                .statusCode(400)
                .body("field", equalTo("model_id"));
        as("key-one")
                .header("If-Match", "\"1\"")
                .delete(MODELS + "/" + id)
                .then()
                .statusCode(412);
        as("key-one")
                .header("If-Match", "\"3\"")
                .delete(MODELS + "/" + id)
                .then()
                .statusCode(204);
        as("key-one").delete(MODELS + "/" + id).then().statusCode(404);
        one(BODY).header("If-Match", "*").put(MODELS + "/" + id).then().statusCode(404);
    }

    @Test
    void anotherWorkspacesModelDoesNotExist() {
        as("key-two").get(MODELS + "/" + id).then().statusCode(404);
        as("key-two").delete(MODELS + "/" + id).then().statusCode(404);
        as("key-two")
                .contentType("application/json")
                .body(BODY)
                .header("If-Match", "*")
                .put(MODELS + "/" + id)
                .then()
                .statusCode(404);
        as("key-two")
                .get(MODELS + "?limit=100")
                .then()
                .statusCode(200)
                .body("items.model_id", not(equalTo(List.of(id))));
        one(BODY.replaceFirst("\\{", "{\"workspace_id\":\"ws-2\","))
                .post(MODELS)
                .then()
                .statusCode(404);
        as("key-two")
                .contentType("application/json")
                .body(BODY.replaceFirst("\\{", "{\"model_id\":\"" + id + "\","))
                .post(MODELS)
                .then()
                .statusCode(201);
        as("key-one").get(MODELS + "/" + id).then().statusCode(200).body("workspace_id", equalTo("ws-1"));
        as("key-two").delete(MODELS + "/" + id).then().statusCode(204);
        as("key-one").get(MODELS + "/" + id).then().statusCode(200);
    }

    @Test
    void listsByPages() {
        for (int i = 0; i < 3; i++) {
            one(BODY).post(MODELS).then().statusCode(201);
        }
        var first = as("key-one")
                .get(MODELS + "?limit=2")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
        List<String> listed = first.getList("items.model_id");
        assertThat(listed).hasSize(2).isSorted();
        assertThat(first.getString("next_cursor")).isEqualTo(listed.getLast());
        List<String> next = as("key-one")
                .get(MODELS + "?limit=2&cursor=" + listed.getLast())
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .getList("items.model_id");
        assertThat(next.getFirst()).isGreaterThan(listed.getLast());
        for (String wrong : List.of("limit=0", "limit=101", "limit=x", "cursor=a/b", "cursor=%20", "cursor=")) {
            as("key-one").get(MODELS + "?" + wrong).then().statusCode(400);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{|",
                "[]|",
                "{}|kind",
                "{\"kind\":\"chat\",\"model\":\"m\"}|provider",
                "{\"kind\":\"chat\",\"provider\":{},\"model\":\"m\"}|provider.base_url",
                "{\"kind\":\"voice\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\"m\"}|kind",
                "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\" \"}|model",
                "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://u:hush@h\"},\"model\":\"m\"}|provider.base_url",
                "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://h\",\"api_key\":\"hush\"},\"model\":\"m\"}|provider.api_key",
                "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\"m\",\"extra_args\":{\"api_key\":\"hush\"}}|extra_args.api_key",
                "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\"m\",\"temperature\":1}|temperature",
                "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\"m\",\"model_id\":\"a/b\"}|model_id",
                "{\"kind\":\"chat\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\"m\",\"context_window\":0}|context_window",
                "{\"kind\":\"embedding\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\"m\",\"extra_args\":{\"input\":1}}|extra_args.input",
                "{\"kind\":\"embedding\",\"provider\":{\"base_url\":\"https://h\"},\"model\":\"m\",\"extra_args\":{\"dimensions\":8193}}|extra_args.dimensions"
            })
    void namesAnInvalidFieldWithoutItsValue(String body, String field) {
        one(body)
                .post(MODELS)
                .then()
                .statusCode(400)
                .body("code", equalTo("invalid_argument"))
                .body("field", equalTo(field));
        assertThat(one(body).post(MODELS).asString()).doesNotContain("hush");
    }

    @Test
    void sendsEmbeddingModelsToContextStoreInTheBackground() {
        String path = "/internal/v1/embedding-models";
        String embeddings = "e-" + UUID.randomUUID();
        FakeContextStore.TROUBLE.put(path, new FakeContextStore.Problem(503, "host.overloaded"));
        one(BODY.replace("chat", "embedding").replaceFirst("\\{", "{\"model_id\":\"" + embeddings + "\","))
                .post(MODELS)
                .then()
                .statusCode(201);
        eventually(() -> changes(embeddings).size() > 0);
        FakeContextStore.TROUBLE.clear();

        int before = changes(embeddings).size();
        eventually(() -> changes(embeddings).size() > before);
        assertThat(changes(embeddings).getLast().path("workspace_id").asText()).isEqualTo("ws-1");
        assertThat(changes(embeddings)
                        .getLast()
                        .path("model")
                        .path("api_key_ref")
                        .asText())
                .isEqualTo("MODEL_KEY");
        as("key-one").delete(MODELS + "/" + embeddings).then().statusCode(204);
        eventually(() -> changes(embeddings).getLast().path("model").isMissingNode());
        assertThat(changes(id)).isEmpty();
    }

    private static List<JsonNode> changes(String model) {
        return FakeContextStore.requests("/embedding-models").stream()
                .filter(telling -> telling.path("model_id").asText().equals(model))
                .toList();
    }

    @Test
    void anExistingIdIsAConflict() {
        one(BODY.replaceFirst("\\{", "{\"model_id\":\"" + id + "\","))
                .post(MODELS)
                .then()
                .statusCode(409)
                .body("field", equalTo("model_id"));
    }

    private static RequestSpecification as(String key) {
        return given().header("Authorization", "Bearer " + key);
    }

    private static RequestSpecification one(String body) {
        return as("key-one").contentType("application/json").body(body);
    }
}
