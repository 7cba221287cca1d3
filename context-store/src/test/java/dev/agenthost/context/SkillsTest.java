package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.skill.SkillQuestion;
import dev.agenthost.protocol.store.skill.SkillRegistration;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests skills that people write and runs read: real PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class SkillsTest {
    private static final String SKILLS = "/api/v1/skills";
    private static final String ONE = SKILLS + "/{skill}";
    private static final String WRITTEN = "{\"display_name\":\"Greeting\",\"description\":\"How to greet.\","
            + "\"instructions\":\"# Greet\\nSay hello.\",\"files\":[{\"path\":\"a.txt\",\"content\":\"x\"}]}";
    private static final RunnerId RUNNER = RunnerId.parse("plugin:acme/writer/default");

    @Inject
    Pool pool;

    private final String name = "s-" + UUID.randomUUID();

    @Test
    void aSkillIsReadChangedAndDeletedByItsEtag() {
        ValidatableResponse made = put(WRITTEN, null)
                .statusCode(201)
                .body("name", equalTo(name))
                .body("workspace_id", equalTo("demo"))
                .body("enabled", equalTo(true))
                .body("registered_by", nullValue());
        String etag = made.extract().header("ETag");
        assertThat(made.extract().header("Location")).endsWith(SKILLS + "/" + name);

        String read = admin().get(ONE, name)
                .then()
                .statusCode(200)
                .header("ETag", etag)
                .extract()
                .asString();
        put(WRITTEN, null).statusCode(428);
        put(WRITTEN, "\"999999999\"").statusCode(412);
        put(WRITTEN, "nonsense").statusCode(412);
        String second = put(read, etag).statusCode(200).extract().header("ETag");
        assertThat(second).as("what was read may be sent back").isNotEqualTo(etag);
        put(WRITTEN, "*").statusCode(200);
        admin().header("If-Match", etag).delete(ONE, name).then().statusCode(412);
        admin().delete(ONE, name).then().statusCode(204);
        admin().delete(ONE, name).then().statusCode(404);
        admin().get(ONE, name).then().statusCode(404);
        put(WRITTEN, "*").statusCode(412);
    }

    @Test
    void theListExcludesInstructions() {
        put(WRITTEN, null).statusCode(201);

        admin().queryParam("limit", 100)
                .get(SKILLS)
                .then()
                .statusCode(200)
                .body("items.name", hasItem(name))
                .body("items[0].instructions", nullValue())
                .body("items[0].files", nullValue());
        admin().queryParam("limit", 1)
                .queryParam("cursor", name.substring(0, name.length() - 1))
                .get(SKILLS)
                .then()
                .body("items.name", contains(name));
    }

    @Test
    void aSkillMdIsAccepted() {
        String markdown = "---\nname: " + name + "\ndescription: How to greet.\n---\n# Greet\n";
        admin().contentType("text/markdown; charset=UTF-8")
                .body(markdown)
                .put(ONE, name)
                .then()
                .statusCode(201)
                .body("description", equalTo("How to greet."))
                .body("instructions", equalTo("# Greet"));
        admin().contentType("text/markdown")
                .header("If-Match", "*")
                .body(markdown.replace(name, "other"))
                .put(ONE, name)
                .then()
                .statusCode(400)
                .body("field", equalTo("name"));
    }

    @Test
    void invalidRequestsNameTheFieldAndStoreNothing() {
        refused("{", null);
        refused("[]", null);
        refused("{\"instructions\":\"x\"}", "description");
        refused("{\"description\":\"x\"}", "instructions");
        refused("{\"description\":\" \",\"instructions\":\"x\"}", "description");
        refused("{\"description\":\"x\",\"instructions\":7}", "instructions");
        refused("{\"description\":\"x\",\"instructions\":\"x\",\"prompt\":\"x\"}", "prompt");
        put("{\"descripton\":\"x\",\"instructions\":\"x\"}", null)
                .statusCode(400)
                .body("field", equalTo("descripton"))
                .body("detail", containsString("the nearest name is description"));
        put("{\"description\":\"x\",\"instructions\":\"x\",\"files\":[{\"path\":\"a\",\"contents\":\"\"}]}", null)
                .statusCode(400)
                .body("field", equalTo("files[0].contents"))
                .body("detail", containsString("the nearest name is content"));
        refused("{\"description\":\"x\",\"instructions\":\"x\",\"name\":\"other\"}", "name");
        refused(
                "{\"description\":\"x\",\"instructions\":\"x\",\"files\":[{\"path\":\"../a\",\"content\":\"\"}]}",
                "files[0].path");
        refused(
                "{\"description\":\"x\",\"instructions\":\"x\",\"files\":[{\"path\":\"a\",\"content\":\"\",\"mode\":7}]}",
                "files[0].mode");
        refused("{\"description\":\"x\",\"instructions\":\"" + "x".repeat(65_537) + "\"}", "instructions");
        put("{\"description\":\"x\",\"instructions\":\"" + "x".repeat(3_000_000) + "\"}", null)
                .statusCode(413);
        put("{\"description\":\"x\",\"instructions\":\"x\",\"workspace_id\":\"other\"}", null)
                .statusCode(404);
        json().body(WRITTEN).put(ONE, "Not-A-Name").then().statusCode(400).body("field", equalTo("name"));
        admin().get(ONE, "Not-A-Name").then().statusCode(404);
        admin().queryParam("limit", "0").get(SKILLS).then().statusCode(400).body("field", equalTo("limit"));
        admin().queryParam("cursor", "../x").get(SKILLS).then().statusCode(400).body("field", equalTo("cursor"));
        admin().contentType("text/plain").body("x").put(ONE, name).then().statusCode(415);
        admin().get(ONE, name).then().statusCode(404);
    }

    @Test
    void withoutTheRightNothingIsReadOrChanged() {
        put(WRITTEN, null).statusCode(201);
        RequestSpecification adapter = given().header("Authorization", "Bearer " + ContextSettings.ADAPTER_KEY);
        for (RequestSpecification who : List.of(adapter, given())) {
            int status = who == adapter ? 403 : 401;
            given().spec(who).get(SKILLS).then().statusCode(status);
            given().spec(who).get(ONE, name).then().statusCode(status);
            given().spec(who)
                    .contentType(ContentType.JSON)
                    .body(WRITTEN)
                    .put(ONE, name)
                    .then()
                    .statusCode(status);
            given().spec(who).delete(ONE, name).then().statusCode(status);
        }
    }

    @Test
    void aRunGetsTheFactsOfEnabledSkillsAndReadsThem() {
        put(WRITTEN, null).statusCode(201);
        EventEnvelope event = said(conversation("c-" + UUID.randomUUID()), "hi");

        open(event, "demo")
                .statusCode(200)
                .body("skills", hasSize(1))
                .body("skills[0].skill_name", equalTo(name))
                .body("skills[0].display_name", equalTo("Greeting"))
                .body("skills[0].description", equalTo("How to greet."))
                .body("files", nullValue());
        open(event, "other").statusCode(200).body("skills", hasSize(0));
        read("demo", name)
                .statusCode(200)
                .body("instructions", equalTo("# Greet\nSay hello."))
                .body("files[0].path", equalTo("a.txt"))
                .body("files[0].content", equalTo("x"));
        String none = read("demo", "none").statusCode(404).extract().asString();
        assertThat(read("other", name).statusCode(404).extract().asString()).isEqualTo(none);
        assertThat(read("demo", "../x").statusCode(404).extract().asString()).isEqualTo(none);
        read("a\0b", name).statusCode(400);

        put(WRITTEN.replace("\"files\"", "\"enabled\":false,\"files\""), "*").statusCode(200);
        open(event, "demo").statusCode(200).body("skills", hasSize(0));
        assertThat(read("demo", name).statusCode(404).extract().asString()).isEqualTo(none);
    }

    @Test
    void aRunnerRegistersASkillThatPeopleSeeAndMayReplace() {
        EventEnvelope event = said(conversation("c-" + UUID.randomUUID()), "hi");
        open(event, "demo").statusCode(200);
        register(event, "o1", name, "learned").statusCode(200).body("skill_name", equalTo(name));

        admin().get(ONE, name)
                .then()
                .statusCode(200)
                .body("registered_by", equalTo(RUNNER.toString()))
                .body("instructions", equalTo("learned"));
        put(WRITTEN, "*").statusCode(200).body("registered_by", nullValue());
        register(event, "o2", name, "mine again").statusCode(403).body("field", equalTo("name"));
        register(event, "o3", "Not-A-Name", "x").statusCode(400).body("field", equalTo("name"));
        register(event, "o4", "n", "x".repeat(65_537)).statusCode(400).body("field", equalTo("instructions"));
        register(event, "a\0b", "n", "x").statusCode(400).body("field", equalTo("operation_id"));
        EventEnvelope never = said(conversation("c-" + UUID.randomUUID()), "hi");
        register(never, "o1", "n", "x").statusCode(409);
        admin().get(ONE, "n").then().statusCode(404);
    }

    /** The audit names the author and the skill of a change, without its content. */
    @Test
    void everyChangeIsAudited() {
        put(WRITTEN, null).statusCode(201);
        admin().delete(ONE, name).then().statusCode(204);

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            List<String> entries = pool.query(
                            "select data::text from context.event_log where data::text like '%skill/" + name + "%'")
                    .execute()
                    .map(rows -> {
                        java.util.ArrayList<String> all = new java.util.ArrayList<>();
                        rows.forEach(row -> all.add(row.getString(0)));
                        return all;
                    })
                    .await()
                    .atMost(Duration.ofSeconds(10));
            assertThat(entries).hasSize(2).noneMatch(entry -> entry.contains("Say hello"));
            assertThat(entries).anyMatch(entry -> entry.contains("skill.create"));
            assertThat(entries).anyMatch(entry -> entry.contains("skill.delete"));
        });
    }

    private ValidatableResponse open(EventEnvelope event, String workspace) {
        return post(
                "/internal/v1/run-context",
                new RunContextQuestion(
                        workspace,
                        run(event),
                        1,
                        event.eventId(),
                        "bot",
                        "c",
                        null,
                        List.of(),
                        null,
                        List.of(name, "none", "NO NAME"),
                        null));
    }

    private static ValidatableResponse read(String workspace, String skill) {
        return post("/internal/v1/skills/read", new SkillQuestion(workspace, skill));
    }

    private static ValidatableResponse register(
            EventEnvelope event, String operation, String skill, String instructions) {
        return ContextClient.post(
                "/internal/v1/skills/register",
                new SkillRegistration("demo", run(event), 1, operation, RUNNER, skill, null, "Learned.", instructions));
    }

    private ValidatableResponse put(String body, String ifMatch) {
        RequestSpecification request = json();
        return (ifMatch == null ? request : request.header("If-Match", ifMatch))
                .body(body)
                .put(ONE, name)
                .then();
    }

    private void refused(String body, String field) {
        put(body, null).statusCode(400).body("field", equalTo(field)).body("detail", not(nullValue()));
    }

    private static RequestSpecification json() {
        return admin().contentType(ContentType.JSON);
    }

    private static RequestSpecification admin() {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY);
    }
}
