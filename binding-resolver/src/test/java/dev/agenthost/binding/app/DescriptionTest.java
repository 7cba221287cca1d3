package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.agent;
import static dev.agenthost.binding.app.Admin.agentBody;
import static dev.agenthost.binding.app.Admin.bindingBody;
import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.binding.Events;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class DescriptionTest {
    private static final String AGENTS = "/api/v1/agents";
    private static final String BINDINGS = "/api/v1/bindings";
    private static final String BOTS = "/api/v1/bots";
    private static final String SCHEDULES = "/api/v1/schedules";
    private static final String KEYS = "/api/v1/keys";
    private static final String RESOLUTIONS = "/api/v1/resolutions/";
    private static final String ECHO = "{\"runner_id\":\"plugin:agenthost/echo/default\"}";

    private OpenApiValidationFilter api;

    @BeforeEach
    void readTheDocument() {
        api = OpenApiValidationFilter.of("binding-resolver");
    }

    @Test
    void theCopyInTheDocumentationIsWhatIsServed() throws IOException {
        api.isWhole();
        api.isItsCopy();
    }

    /** But for 413, where the service hangs up while it is sent too much, 500, which needs a broken database, and 503, a slow Kafka. */
    @Test
    void everyAnswerIsAsDescribedAndEveryDescribedAnswerIsGiven() {
        String agent = agent();
        String id = fresh("described");
        administer(AGENTS, agentBody(id), id, ECHO);
        String binding = fresh("described");
        String body = bindingBody(binding, fresh("bot"), agent);
        administer(BINDINGS, body, binding, body);
        String bot = fresh("described");
        administer(BOTS, Admin.botBody(bot), bot, Admin.botBody(bot));
        String schedule = fresh("described");
        administer(SCHEDULES, Admin.scheduleBody(schedule), schedule, Admin.scheduleBody(schedule));
        bindingsThatCollide(agent);
        resolve(agent);
        keys();
        imports();
        applies();

        assertThat(api.unseen("413", "500", "503")).isEmpty();
    }

    /** All that may happen to agents as to bindings. */
    private void administer(String path, String body, String id, String changed) {
        as().body(body).post(path).then().statusCode(201);
        as().body(body).post(path).then().statusCode(409);
        as().body("{\"color\":\"red\"}").post(path).then().statusCode(400);
        as().body(body.replaceFirst("\\{", "{\"workspace_id\":\"other\","))
                .post(path)
                .then()
                .statusCode(404);
        as().queryParam("limit", 1).get(path).then().statusCode(200);
        as().queryParam("limit", 0).get(path).then().statusCode(400);
        String one = path + "/" + id;
        String none = path + "/" + fresh("none");
        as().get(one).then().statusCode(200);
        as().get(none).then().statusCode(404);
        as().body(changed).put(one).then().statusCode(428);
        as().header("If-Match", "\"7\"").body(changed).put(one).then().statusCode(412);
        as().header("If-Match", "*").body("{}").put(one).then().statusCode(400);
        as().header("If-Match", "*").body(changed).put(one).then().statusCode(200);
        as().header("If-Match", "*")
                .body(changed.replace(id, none.substring(path.length() + 1)))
                .put(none)
                .then()
                .statusCode(404);
        for (Function<RequestSpecification, Integer> write : List.<Function<RequestSpecification, Integer>>of(
                asked -> asked.post(path).statusCode(), asked -> asked.put(one).statusCode())) {
            assertThat(write.apply(as().header("If-Match", "*")
                            .contentType("text/plain")
                            .body("x")))
                    .isEqualTo(415);
            assertThat(write.apply(stranger().body("{}"))).isEqualTo(401);
            assertThat(write.apply(adapter().body("{}"))).isEqualTo(403);
        }
        for (String unreadable : List.of(path, one)) {
            stranger().get(unreadable).then().statusCode(401);
            adapter().get(unreadable).then().statusCode(403);
        }
        stranger().delete(one).then().statusCode(401);
        adapter().delete(one).then().statusCode(403);
        as().header("If-Match", "\"7\"").delete(one).then().statusCode(412);
        as().delete(one).then().statusCode(204);
        as().delete(one).then().statusCode(404);
    }

    private void imports() {
        String path = "/api/v1/import/langbot";
        as().queryParam("dry_run", true)
                .body("{\"ai\":{\"runner\":{\"runner\":\"local-agent\"}}}")
                .post(path)
                .then()
                .statusCode(200);
        as().body("{}").post(path).then().statusCode(400);
        as().contentType("text/plain").body("x").post(path).then().statusCode(415);
        stranger().body("{}").post(path).then().statusCode(401);
        adapter().body("{}").post(path).then().statusCode(403);
    }

    private void applies() {
        String path = "/api/v1/apply";
        String agent = fresh("described");
        String bot = Admin.botBody(fresh("described"));
        String withAgent = bot.replaceFirst("}$", ",\"agent_id\":\"" + agent + "\"}");
        as().body("{\"agents\":[" + agentBody(agent) + "],\"bots\":[" + withAgent + "]}")
                .post(path)
                .then()
                .statusCode(200);
        as().body("{}").post(path).then().statusCode(400);
        as().body("{\"bots\":[" + bot.replaceFirst("\\{", "{\"workspace_id\":\"other\",") + "]}")
                .post(path)
                .then()
                .statusCode(404);
        String taken = fresh("described");
        Admin.other().body(Admin.botBody(taken)).post(BOTS).then().statusCode(201);
        as().body("{\"bots\":[" + Admin.botBody(taken) + "]}").post(path).then().statusCode(409);
        as().contentType("text/plain").body("x").post(path).then().statusCode(415);
        stranger().body("{}").post(path).then().statusCode(401);
        adapter().body("{}").post(path).then().statusCode(403);
    }

    private void bindingsThatCollide(String agent) {
        String bot = fresh("bot");
        String first = fresh("first");
        String second = fresh("second");
        String same = bindingBody(second, bot, agent);
        as().body(bindingBody(first, bot, agent)).post(BINDINGS).then().statusCode(201);
        as().body(same.replaceFirst("\\{", "{\"enabled\":false,"))
                .post(BINDINGS)
                .then()
                .statusCode(201);
        as().header("If-Match", "*")
                .body(same)
                .put(BINDINGS + "/" + second)
                .then()
                .statusCode(409);
        as().delete(AGENTS + "/" + agent).then().statusCode(409);
    }

    private void resolve(String agent) {
        String bot = fresh("bot");
        as().body(bindingBody(fresh("b"), bot, agent)).post(BINDINGS).then().statusCode(201);
        try (Wire wire = new Wire(Topics.RUN_REQUESTS)) {
            for (EventEnvelope event :
                    List.of(Events.messageOf("demo", bot, "c1"), Events.messageOf("demo", fresh("nobody"), "c1"))) {
                wire.send(event);
                wire.await(event);
                as().get(RESOLUTIONS + event.eventId()).then().statusCode(200);
            }
        }
        as().get(RESOLUTIONS + UUID.randomUUID()).then().statusCode(404);
        stranger().get(RESOLUTIONS + UUID.randomUUID()).then().statusCode(401);
        adapter().get(RESOLUTIONS + UUID.randomUUID()).then().statusCode(403);
    }

    private void keys() {
        String[] ids = Stream.of(
                        "{\"name\":\"described\",\"role\":\"operator\"}",
                        "{\"name\":\"described\",\"role\":\"adapter\",\"bots\":[\"b\"]}",
                        "{\"name\":\"described\",\"role\":\"runner\",\"plugins\":[\"acme/*\"]}")
                .map(wish -> as().body(wish)
                        .post(KEYS)
                        .then()
                        .statusCode(201)
                        .extract()
                        .<String>path("key_id"))
                .toArray(String[]::new);
        as().body("{}").post(KEYS).then().statusCode(400);
        as().body("{\"name\":\"x\",\"role\":\"viewer\",\"workspace_id\":\"other\"}")
                .post(KEYS)
                .then()
                .statusCode(404);
        as().contentType("text/plain").body("x").post(KEYS).then().statusCode(415);
        as().queryParam("limit", 1).get(KEYS).then().statusCode(200);
        as().queryParam("limit", 0).get(KEYS).then().statusCode(400);
        as().queryParam("workspace_id", "other").get(KEYS).then().statusCode(404);
        String one = KEYS + "/" + ids[0];
        as().get(KEYS + "/none").then().statusCode(404);
        as().delete(KEYS + "/none").then().statusCode(404);
        as().delete(one).then().statusCode(204);
        as().get(one).then().statusCode(200).body("revoked_by", equalTo("demo"));
        as().get(KEYS + "/" + ids[1]).then().statusCode(200);
        stranger().body("{}").post(KEYS).then().statusCode(401);
        adapter().body("{}").post(KEYS).then().statusCode(403);
        for (String unreadable : List.of(KEYS, one)) {
            stranger().get(unreadable).then().statusCode(401);
            adapter().get(unreadable).then().statusCode(403);
        }
        stranger().delete(one).then().statusCode(401);
        adapter().delete(one).then().statusCode(403);
    }

    private RequestSpecification as() {
        return demo().filter(api);
    }

    private RequestSpecification stranger() {
        return given().filter(api).contentType("application/json");
    }

    /** Comes in, and may do nothing here. */
    private RequestSpecification adapter() {
        return stranger().header("Authorization", Keys.ADAPTER);
    }
}
