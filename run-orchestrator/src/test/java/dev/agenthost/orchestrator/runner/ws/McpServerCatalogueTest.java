package dev.agenthost.orchestrator.runner.ws;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalogue of MCP servers by REST, on PostgreSQL. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class McpServerCatalogueTest extends SocketCase {
    private static final String SERVERS = "/api/v1/mcp-servers";
    private static final String BODY =
            "{\"kind\":\"http\",\"url\":\"https://tools.example/mcp\",\"headers\":[{\"name\":\"X-Key\",\"secret_ref\":\"MODEL_KEY\"}]}";

    private final String id =
            "s" + UUID.randomUUID().toString().replace("-", "").substring(0, 16);

    @BeforeEach
    void oneServer() {
        one(named(id)).post(SERVERS).then().statusCode(201);
    }

    @Test
    void readsAWrittenItem() {
        as("key-one")
                .get(SERVERS + "/" + id)
                .then()
                .statusCode(200)
                .header("ETag", "\"1\"")
                .body("server_id", equalTo(id))
                .body("workspace_id", equalTo("ws-1"))
                .body("kind", equalTo("http"))
                .body("headers[0].secret_ref", equalTo("MODEL_KEY"))
                .body("enabled", equalTo(true));
    }

    @Test
    void aChangeRequiresTheCurrentVersion() {
        String at = SERVERS + "/" + id;
        one(BODY.replace("/mcp", "/other"))
                .header("If-Match", "\"1\"")
                .put(at)
                .then()
                .statusCode(200)
                .header("ETag", "\"2\"")
                .body("url", equalTo("https://tools.example/other"));
        one(BODY).header("If-Match", "\"1\"").put(at).then().statusCode(412);
        one(BODY).put(at).then().statusCode(428);
        one(named("other"))
                .header("If-Match", "*")
                .put(at)
                .then()
                .statusCode(400)
                .body("field", equalTo("server_id"));
        as("key-one").header("If-Match", "\"1\"").delete(at).then().statusCode(412);
        as("key-one").header("If-Match", "\"2\"").delete(at).then().statusCode(204);
        as("key-one").delete(at).then().statusCode(404);
        one(BODY).header("If-Match", "*").put(at).then().statusCode(404);
    }

    @Test
    void anotherWorkspacesServerDoesNotExist() {
        for (String path : List.of(SERVERS + "/" + id, SERVERS + "/" + id + "/tools")) {
            as("key-two").get(path).then().statusCode(404);
        }
        as("key-two").delete(SERVERS + "/" + id).then().statusCode(404);
        as("key-two")
                .contentType("application/json")
                .body(BODY)
                .header("If-Match", "*")
                .put(SERVERS + "/" + id)
                .then()
                .statusCode(404);
        one(named(id).replaceFirst("\\{", "{\"workspace_id\":\"ws-2\","))
                .post(SERVERS)
                .then()
                .statusCode(404);
        as("key-one").get(SERVERS + "/" + id).then().statusCode(200);
    }

    /** To look calls the server, or starts its program. */
    @Test
    void aReaderCannotTriggerAProbe() {
        as("key-looker").get(SERVERS + "/" + id).then().statusCode(200);
        as("key-looker")
                .get(SERVERS + "/" + id + "/tools")
                .then()
                .statusCode(403)
                .body("code", equalTo("forbidden"));
    }

    @Test
    void anIdIsUniqueInItsWorkspace() {
        one(named(id)).post(SERVERS).then().statusCode(409).body("field", equalTo("server_id"));
        as("key-two")
                .contentType("application/json")
                .body(named(id))
                .post(SERVERS)
                .then()
                .statusCode(201);
        as("key-two").delete(SERVERS + "/" + id).then().statusCode(204);
    }

    @Test
    void listsByPages() {
        one(named(id + "b")).post(SERVERS).then().statusCode(201);
        var first = as("key-one")
                .get(SERVERS + "?limit=1")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
        List<String> listed = first.getList("items.server_id");
        assertThat(first.getString("next_cursor")).isEqualTo(listed.getLast());
        List<String> next = as("key-one")
                .get(SERVERS + "?limit=1&cursor=" + listed.getLast())
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .getList("items.server_id");
        assertThat(next.getFirst()).isGreaterThan(listed.getLast());
        for (String wrong : List.of("limit=0", "limit=101", "cursor=a/b", "cursor=")) {
            as("key-one").get(SERVERS + "?" + wrong).then().statusCode(400);
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
                "{\"server_id\":\"x\",\"kind\":\"ftp\",\"url\":\"https://h\"}|kind",
                "{\"kind\":\"http\",\"url\":\"https://h\"}|server_id",
                "{\"server_id\":\"a__b\",\"kind\":\"http\",\"url\":\"https://h\"}|server_id",
                "{\"server_id\":\"x\",\"kind\":\"http\"}|url",
                "{\"server_id\":\"x\",\"kind\":\"http\",\"url\":\"https://u:hush@h\"}|url",
                "{\"server_id\":\"x\",\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"X\",\"value\":\"hush\"}]}|headers[0].secret_ref",
                "{\"server_id\":\"x\",\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"X\",\"secret_ref\":\"K\",\"value\":\"hush\"}]}|headers[0].value",
                "{\"server_id\":\"x\",\"kind\":\"http\",\"url\":\"https://h\",\"timeout\":1}|timeout",
                "{\"server_id\":\"x\",\"kind\":\"stdio\",\"command\":\"/bin/sh\"}|command",
                "{\"server_id\":\"x\",\"kind\":\"stdio\",\"command\":\"scripted\",\"url\":\"https://h\"}|url"
            })
    void namesAnInvalidFieldWithoutItsValue(String body, String field) {
        one(body)
                .post(SERVERS)
                .then()
                .statusCode(400)
                .body("code", equalTo("invalid_argument"))
                .body("field", equalTo(field));
        assertThat(one(body).post(SERVERS).asString()).doesNotContain("hush");
    }

    @Test
    void refusesACommandOfAnotherWorkspace() {
        as("key-two")
                .contentType("application/json")
                .body("{\"server_id\":\"" + id + "\",\"kind\":\"stdio\",\"command\":\"scripted\"}")
                .post(SERVERS)
                .then()
                .statusCode(400)
                .body("field", equalTo("command"));
    }

    private static String named(String id) {
        return BODY.replaceFirst("\\{", "{\"server_id\":\"" + id + "\",");
    }

    private static RequestSpecification as(String key) {
        return given().header("Authorization", "Bearer " + key);
    }

    private static RequestSpecification one(String body) {
        return as("key-one").contentType("application/json").body(body);
    }
}
