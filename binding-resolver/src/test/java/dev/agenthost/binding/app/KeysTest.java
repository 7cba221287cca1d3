package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.other;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys at their entrance, in the table, and on the topic. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class KeysTest {
    private static final String PATH = "/api/v1/keys";
    private static final Duration LONG = Duration.ofSeconds(60);

    @BeforeEach
    void ready() {
        await().atMost(LONG).until(() -> given().get("/q/health/ready").statusCode() == 200);
    }

    @Test
    void theSecretIsSaidOnceAndNeverAgain() {
        JsonPath made = demo().body("{\"name\":\"ops\",\"role\":\"operator\"}")
                .post(PATH)
                .then()
                .statusCode(201)
                .header("Location", matchesPattern(".*/api/v1/keys/[0-9a-f-]{36}"))
                .header("Cache-Control", "no-store")
                .body("secret", matchesPattern("ah_operator_[A-Za-z0-9_-]{43}"))
                .body("workspace_id", equalTo("demo"))
                .body("created_by", equalTo("demo"))
                .extract()
                .jsonPath();
        String id = made.getString("key_id");
        String secret = made.getString("secret");

        demo().get(PATH + "/" + id)
                .then()
                .statusCode(200)
                .body("name", equalTo("ops"))
                .body("last4", equalTo(secret.substring(secret.length() - 4)))
                .body("$", not(hasKey("secret")))
                .body("$", not(hasKey("sha256")));
        assertThat(all(demo())).contains(id);
        assertThat(demo().get(PATH).asString()).doesNotContain(secret, "sha256");
        assertThat(demo().delete(PATH + "/" + id).asString()).doesNotContain(secret);
    }

    @Test
    void aKeyOpensAndIsRevokedAndStaysInTheList() {
        JsonPath made = make(demo(), "{\"name\":\"reader\",\"role\":\"viewer\"}");
        String id = made.getString("key_id");
        awaitStatus(made.getString("secret"), 200);

        demo().delete(PATH + "/" + id).then().statusCode(204);
        awaitStatus(made.getString("secret"), 401);
        String since = demo().get(PATH + "/" + id)
                .then()
                .body("revoked_at", notNullValue())
                .extract()
                .path("revoked_at");

        demo().delete(PATH + "/" + id).then().statusCode(204);
        demo().get(PATH + "/" + id).then().body("revoked_at", equalTo(since)).body("revoked_by", equalTo("demo"));
        assertThat(all(demo())).contains(id);
    }

    @ParameterizedTest
    @CsvSource({
        "viewer,   200, 403, 403",
        "operator, 200, 403, 403",
        "admin,    200, 201, 200",
        "adapter,  403, 403, 403",
        "runner,   403, 403, 403"
    })
    void aRoleReadsWritesAndMakesKeysWhereItMay(String role, int reading, int writing, int keys) {
        String secret = make(demo(), wish(role)).getString("secret");
        awaitStatus(secret, reading);
        for (String path :
                List.of("/api/v1/agents", "/api/v1/agents/none", "/api/v1/bindings", "/api/v1/bindings/none")) {
            int expected = reading == 200 && path.endsWith("/none") ? 404 : reading;
            with(secret).get(path).then().statusCode(expected);
        }
        with(secret)
                .body(Admin.agentBody(Admin.fresh("a")))
                .post("/api/v1/agents")
                .then()
                .statusCode(writing);
        // Whether it exists or not, and whatever the body is: the role alone decides.
        for (String id : List.of("none", "x")) {
            for (String folder : List.of("/api/v1/agents/", "/api/v1/bindings/")) {
                with(secret).delete(folder + id).then().statusCode(writing == 201 ? 404 : 403);
                with(secret).body("{").put(folder + id).then().statusCode(writing == 201 ? 428 : 403);
            }
            with(secret).get(PATH + "/" + id).then().statusCode(keys == 200 ? 404 : 403);
            with(secret).delete(PATH + "/" + id).then().statusCode(keys == 200 ? 404 : 403);
        }
        with(secret).get(PATH).then().statusCode(keys);
        with(secret).body("{").post(PATH).then().statusCode(keys == 200 ? 400 : 403);
        with(secret)
                .get("/api/v1/resolutions/0f8fad5b-d9cb-469f-a165-70867728950e")
                .then()
                .statusCode(reading == 200 ? 404 : 403);
    }

    @Test
    void anotherWorkspacesKeysDoNotExist() {
        String id = make(demo(), "{\"name\":\"mine\",\"role\":\"admin\"}").getString("key_id");
        String foreign =
                other().get(PATH + "/" + id).then().statusCode(404).extract().asString();
        assertThat(other().get(PATH + "/none").asString()).isEqualTo(foreign);
        assertThat(other().delete(PATH + "/" + id)
                        .then()
                        .statusCode(404)
                        .extract()
                        .asString())
                .isEqualTo(other().delete(PATH + "/none").asString());
        assertThat(all(other())).doesNotContain(id);
        other().queryParam("workspace_id", "demo").get(PATH).then().statusCode(404);
        other().body("{\"name\":\"x\",\"role\":\"admin\",\"workspace_id\":\"demo\"}")
                .post(PATH)
                .then()
                .statusCode(404);
        other().body("{\"name\":\"x\",\"role\":\"runner\",\"plugins\":[\"*\"],\"workspaces\":[\"other\",\"demo\"]}")
                .post(PATH)
                .then()
                .statusCode(404);
        other().body("{\"name\":\"x\",\"role\":\"runner\",\"plugins\":[\"*\"],\"workspaces\":[\"*\"]}")
                .post(PATH)
                .then()
                .statusCode(404);
        demo().get(PATH + "/" + id).then().statusCode(200).body("revoked_at", nullValue());
    }

    @Test
    void theHostKeyMakesKeysForEveryWorkspaceAndNothingElse() {
        RequestSpecification host = host();
        host.get("/api/v1/agents").then().statusCode(403);
        host().body(Admin.agentBody("x")).post("/api/v1/agents").then().statusCode(403);
        host().body("{\"name\":\"x\",\"role\":\"admin\"}")
                .post(PATH)
                .then()
                .statusCode(400)
                .body("field", equalTo("workspace_id"));
        host().body("{\"name\":\"x\",\"role\":\"admin\",\"workspace_id\":\"*\"}")
                .post(PATH)
                .then()
                .statusCode(400);

        JsonPath made = make(host(), "{\"name\":\"first\",\"role\":\"admin\",\"workspace_id\":\"brand new\"}");
        awaitStatus(made.getString("secret"), 200);
        with(made.getString("secret")).get(PATH).then().statusCode(200).body("items.size()", equalTo(1));
        assertThat(all(host())).contains(made.getString("key_id"));
        host().queryParam("workspace_id", "brand new").get(PATH).then().body("items.size()", equalTo(1));
        host().delete(PATH + "/" + made.getString("key_id")).then().statusCode(204);
        awaitStatus(made.getString("secret"), 401);
    }

    @Test
    void aRunnersKeyServesItsOwnWorkspaceUnlessTheHostKeySaysOtherwise() {
        demo().body("{\"name\":\"r\",\"role\":\"runner\",\"plugins\":[\"agenthost/*\"]}")
                .post(PATH)
                .then()
                .statusCode(201)
                .body("workspaces", equalTo(List.of("demo")));
        host().body(
                        "{\"name\":\"r\",\"role\":\"runner\",\"workspace_id\":\"demo\",\"plugins\":[\"*\"],\"workspaces\":[\"*\"]}")
                .post(PATH)
                .then()
                .statusCode(201)
                .body("workspaces", equalTo(List.of("*")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"role\":\"viewer\"}",
                "{\"name\":\"\",\"role\":\"viewer\"}",
                "{\"name\":\"a\\nb\",\"role\":\"viewer\"}",
                "{\"name\":\"x\"}",
                "{\"name\":\"x\",\"role\":\"root\"}",
                "{\"name\":\"x\",\"role\":7}",
                "{\"name\":\"x\",\"role\":\"viewer\",\"bots\":[\"b\"]}",
                "{\"name\":\"x\",\"role\":\"viewer\",\"plugins\":[\"*\"]}",
                "{\"name\":\"x\",\"role\":\"adapter\"}",
                "{\"name\":\"x\",\"role\":\"adapter\",\"bots\":[]}",
                "{\"name\":\"x\",\"role\":\"adapter\",\"bots\":[\"\"]}",
                "{\"name\":\"x\",\"role\":\"adapter\",\"bots\":[null]}",
                "{\"name\":\"x\",\"role\":\"adapter\",\"bots\":\"b\"}",
                "{\"name\":\"x\",\"role\":\"runner\"}",
                "{\"name\":\"x\",\"role\":\"runner\",\"plugins\":[\"echo\"]}",
                "{\"name\":\"x\",\"role\":\"runner\",\"plugins\":[\"a/b/c\"]}",
                "{\"name\":\"x\",\"role\":\"viewer\",\"sha256\":\"00\"}",
                "{\"name\":\"x\",\"role\":\"viewer\",\"secret\":\"mine\"}"
            })
    void aWishThatIsNoneIsRefusedAndMakesNothing(String body) {
        Set<String> before = all(demo());
        demo().body(body).post(PATH).then().statusCode(400).body("code", equalTo("invalid_argument"));
        assertThat(all(demo())).isEqualTo(before);
    }

    @Test
    void pagesAreWalkedToTheirEndAndABadCursorIsRefused() {
        for (int i = 0; i < 5; i++) {
            make(demo(), "{\"name\":\"p" + i + "\",\"role\":\"viewer\"}");
        }
        assertThat(all(demo(), 2)).isEqualTo(all(demo(), 100));
        demo().queryParam("limit", "0").get(PATH).then().statusCode(400).body("field", equalTo("limit"));
        demo().queryParam("cursor", "\u0000").get(PATH).then().statusCode(400);
    }

    @Test
    void whatGoesOutIsTheKeyWithoutItsSecretAndTheAuditNamesWhoDidIt() throws Exception {
        try (Wire wire = new Wire(Topics.KEYS, Topics.AUDIT)) {
            JsonPath made = make(demo(), wish("adapter"));
            String id = made.getString("key_id");
            String secret = made.getString("secret").substring("ah_adapter_".length());
            demo().delete(PATH + "/" + id).then().statusCode(204);

            AccessKey first = key(wire.await(Topics.KEYS, record -> record.key().equals(id)));
            AccessKey second =
                    key(wire.await(Topics.KEYS, record -> record.key().equals(id + "/revoked")));
            assertThat(first.isRevoked()).isFalse();
            assertThat(second).isEqualTo(first.revoked(second.revokedAt(), "demo"));

            var create = wire.await(Topics.AUDIT, record -> value(record).contains("key/" + id));
            assertThat(value(create)).contains("key.create", "\"actor\":\"demo\"");
            wire.await(
                    Topics.AUDIT,
                    record ->
                            value(record).contains("key/" + id) && value(record).contains("key.revoke"));
            for (String topic : List.of(Topics.KEYS, Topics.AUDIT)) {
                assertThat(wire.all(topic)).isNotEmpty().noneMatch(record -> value(record)
                        .contains(secret));
            }
            assertThat(stored()).contains(id).doesNotContain(secret);
        }
    }

    /** A crash between the commit and the publishing leaves the record where any replica's sweeper finds it. */
    @Test
    void whatWasStoredAndNotPublishedGoesOutLaterByteForByte() throws Exception {
        AccessKey left = new AccessKey(
                UUID.randomUUID().toString(),
                "demo",
                "left",
                KeyRole.VIEWER,
                List.of(),
                List.of(),
                List.of(),
                "0".repeat(64),
                "last",
                Instant.now(),
                "demo",
                null,
                null);
        byte[] value =
                (" " + new String(ProtocolCodec.encode(left), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        Wire wire = new Wire(Topics.KEYS);
        var address = PostgresTestDatabase.current();
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var insert = connection.prepareStatement(
                        "insert into bindings.outbox (record_topic, record_partition, record_key, record_headers, record_value)"
                                + " values (?, 0, ?, '{}', ?)")) {
            insert.setString(1, Topics.KEYS);
            insert.setString(2, left.keyId());
            insert.setBytes(3, value);
            insert.executeUpdate();
        }
        assertThat(wire.await(Topics.KEYS, record -> record.key().equals(left.keyId()))
                        .value())
                .isEqualTo(value);
        wire.close();
    }

    private static String stored() throws Exception {
        var address = PostgresTestDatabase.current();
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery("select string_agg(document, '') from bindings.api_keys")) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static String wish(String role) {
        return switch (role) {
            case "adapter" -> "{\"name\":\"k\",\"role\":\"adapter\",\"bots\":[\"b\"]}";
            case "runner" -> "{\"name\":\"k\",\"role\":\"runner\",\"plugins\":[\"*\"]}";
            default -> "{\"name\":\"k\",\"role\":\"" + role + "\"}";
        };
    }

    private static JsonPath make(RequestSpecification as, String wish) {
        return as.body(wish).post(PATH).then().statusCode(201).extract().jsonPath();
    }

    private static Set<String> all(RequestSpecification as) {
        return all(as, 100);
    }

    private static Set<String> all(RequestSpecification as, int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            RequestSpecification page = given().spec(as).queryParam("limit", limit);
            JsonPath read = (cursor == null ? page : page.queryParam("cursor", cursor))
                    .get(PATH)
                    .jsonPath();
            ids.addAll(read.getList("items.key_id", String.class));
            cursor = read.getString("next_cursor");
        } while (cursor != null);
        return new LinkedHashSet<>(ids);
    }

    private static RequestSpecification host() {
        return given().header("Authorization", Keys.HOST).contentType("application/json");
    }

    private static RequestSpecification with(String secret) {
        return given().header("Authorization", "Bearer " + secret).contentType("application/json");
    }

    private static void awaitStatus(String secret, int expected) {
        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> with(secret).get("/api/v1/agents").statusCode() == expected);
    }

    private static AccessKey key(ConsumerRecord<String, byte[]> record) throws UndecodableException {
        return ProtocolCodec.decode(record.value(), AccessKey.class);
    }

    private static String value(ConsumerRecord<String, byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }
}
