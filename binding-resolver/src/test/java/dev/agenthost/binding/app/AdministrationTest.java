package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.agent;
import static dev.agenthost.binding.app.Admin.agentBody;
import static dev.agenthost.binding.app.Admin.bind;
import static dev.agenthost.binding.app.Admin.bindingBody;
import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static dev.agenthost.binding.app.Admin.other;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class AdministrationTest {
    @Test
    void makesReadsReplacesAndDeletesAnAgent() {
        String id = fresh("a");
        String path = "/api/v1/agents/" + id;

        demo().body(agentBody(id))
                .post("/api/v1/agents")
                .then()
                .statusCode(201)
                .header("Location", containsString(path))
                .header("ETag", "\"1\"")
                .body("workspace_id", equalTo("demo"));
        demo().get(path)
                .then()
                .statusCode(200)
                .header("ETag", "\"1\"")
                .body("turn_policy", equalTo("serial"))
                .body("retry_policy", equalTo("never"))
                .body("deadline_policy.run_seconds", equalTo(300))
                .body("resource_policy.host_apis", contains("history", "events", "state"))
                .body("delivery_policy.streaming", equalTo(true));
        demo().header("If-Match", "\"1\"")
                .body("{\"runner_id\":\"plugin:agenthost/echo/default\",\"turn_policy\":\"parallel\"}")
                .put(path)
                .then()
                .statusCode(200)
                .header("ETag", "\"2\"")
                .body("turn_policy", equalTo("parallel"))
                .body("name", equalTo(id));
        demo().header("If-Match", "\"2\"").delete(path).then().statusCode(204);
        demo().get(path).then().statusCode(404).body("code", equalTo("not_found"));
    }

    @Test
    void whatIsReadCanBeWrittenBack() {
        String agent = agent();
        String binding = fresh("b");
        bind(binding, fresh("bot"), agent).then().statusCode(201);
        for (String path : List.of("/api/v1/agents/" + agent, "/api/v1/bindings/" + binding)) {
            String body = demo().get(path).asString();

            demo().header("If-Match", "\"1\"")
                    .body(body)
                    .put(path)
                    .then()
                    .statusCode(200)
                    .header("ETag", "\"2\"");
        }
    }

    @Test
    void givesAnIdToWhatHasNone() {
        String location = demo().body("{\"runner_id\":\"plugin:agenthost/echo/default\"}")
                .post("/api/v1/agents")
                .then()
                .statusCode(201)
                .body("agent_id", notNullValue())
                .extract()
                .header("Location");

        demo().get(location).then().statusCode(200);
    }

    @Test
    void replacesOnlyWhatIsStillSo() {
        String path = "/api/v1/agents/" + agent();
        String body = "{\"runner_id\":\"plugin:agenthost/echo/default\"}";

        demo().body(body).put(path).then().statusCode(428).body("detail", containsString("If-Match"));
        for (String stale : List.of("\"7\"", "W/\"1\"", "1", "\"x\"")) {
            demo().header("If-Match", stale).body(body).put(path).then().statusCode(412);
            demo().header("If-Match", stale).delete(path).then().statusCode(412);
        }
        demo().header("If-Match", "*")
                .body(body)
                .put(path)
                .then()
                .statusCode(200)
                .header("ETag", "\"2\"");
        demo().header("If-Match", "\"1\"")
                .body(body)
                .put("/api/v1/agents/none")
                .then()
                .statusCode(404);
    }

    @Test
    void refusesATakenIdAndAnAgentInUse() {
        String agent = agent();
        String binding = fresh("b");
        bind(binding, fresh("bot"), agent).then().statusCode(201);

        demo().body(agentBody(agent))
                .post("/api/v1/agents")
                .then()
                .statusCode(409)
                .body("field", equalTo("agent_id"));
        bind(binding, fresh("bot"), agent).then().statusCode(409).body("field", equalTo("binding_id"));
        demo().delete("/api/v1/agents/" + agent).then().statusCode(409).body("detail", containsString(binding));
        demo().delete("/api/v1/bindings/" + binding).then().statusCode(204);
        demo().delete("/api/v1/agents/" + agent).then().statusCode(204);
    }

    @Test
    void refusesABindingThatNoEventCouldTellFromAnother() {
        String agent = agent();
        String bot = fresh("bot");
        String first = fresh("b");
        String second = fresh("b");
        bind(first, bot, agent).then().statusCode(201);

        bind(second, bot, agent)
                .then()
                .statusCode(409)
                .body("code", equalTo("conflict"))
                .body("detail", containsString(first));
        String off = bindingBody(second, bot, agent).replace("}}", "}").replaceFirst("\\}$", ",\"enabled\":false}");
        demo().body(off).post("/api/v1/bindings").then().statusCode(201);
        demo().header("If-Match", "\"1\"")
                .body(bindingBody(second, bot, agent))
                .put("/api/v1/bindings/" + second)
                .then()
                .statusCode(409)
                .body("detail", containsString(first));
    }

    @Test
    void pagesInTheOrderOfTheIds() {
        List<String> mine = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            mine.add(agent());
        }
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            var page = (cursor == null ? demo() : demo().queryParam("cursor", cursor))
                    .queryParam("limit", 2)
                    .get("/api/v1/agents")
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            seen.addAll(page.getList("items.agent_id", String.class));
            cursor = page.getString("next_cursor");
        } while (cursor != null);

        assertThat(seen).containsAll(mine).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void anotherWorkspaceSeesNothing() {
        String agent = agent();
        String binding = fresh("b");
        bind(binding, fresh("bot"), agent).then().statusCode(201);
        for (String path : List.of("/api/v1/agents/" + agent, "/api/v1/bindings/" + binding)) {
            other().get(path).then().statusCode(404);
            other().delete(path).then().statusCode(404);
            given().get(path).then().statusCode(401);
            given().header("Authorization", "Bearer wrong").get(path).then().statusCode(401);
        }
        other().get("/api/v1/agents")
                .then()
                .statusCode(200)
                .body("items.agent_id.find { it == '" + agent + "' }", nullValue());
        other().body(bindingBody(fresh("b"), "demo", agent))
                .post("/api/v1/bindings")
                .then()
                .statusCode(400)
                .body("field", equalTo("agent_id"));
        demo().body("{\"workspace_id\":\"other\",\"runner_id\":\"plugin:a/b/c\"}")
                .post("/api/v1/agents")
                .then()
                .statusCode(404);
    }

    @Test
    void namesTheFieldOfABadAgent() {
        Map.ofEntries(
                        Map.entry("{}", "runner_id"),
                        Map.entry(agentWith("\"runner_id\":\"echo\""), "runner_id"),
                        Map.entry(agentWith("\"runner_id\":7"), "runner_id"),
                        Map.entry(agentWith("\"agent_id\":\"a b\""), "agent_id"),
                        Map.entry(agentWith("\"name\":\"\""), "name"),
                        Map.entry(agentWith("\"name\":\"a\\u0000b\""), "name"),
                        Map.entry(agentWith("\"turn_policy\":\"whenever\""), "turn_policy"),
                        Map.entry(agentWith("\"retry_policy\":\"NEVER\""), "retry_policy"),
                        Map.entry(agentWith("\"state_policy\":{\"scopes\":[\"galaxy\"]}"), "state_policy.scopes[0]"),
                        Map.entry(agentWith("\"deadline_policy\":{\"run_seconds\":0}"), "deadline_policy.run_seconds"),
                        Map.entry(
                                agentWith("\"deadline_policy\":{\"queue_seconds\":86401}"),
                                "deadline_policy.queue_seconds"),
                        Map.entry(
                                agentWith("\"deadline_policy\":{\"run_seconds\":\"9\"}"),
                                "deadline_policy.run_seconds"),
                        Map.entry(
                                agentWith(
                                        "\"delivery_policy\":{\"target\":{\"surface\":\"webhook\",\"url\":\"ftp://x/\"}}"),
                                "delivery_policy.target.url"),
                        Map.entry(agentWith("\"runner_config\":[]"), "runner_config"),
                        Map.entry(agentWith("\"runner_config\":{\"api_key\":\"sk-1\"}"), "runner_config.api_key"),
                        Map.entry(
                                agentWith("\"resource_policy\":{\"allowed_plugins\":[\"acme/other\"]}"),
                                "resource_policy.allowed_plugins"),
                        Map.entry(agentWith("\"turnpolicy\":\"serial\""), "turnpolicy"),
                        Map.entry(agentWith("\"delivery_policy\":{\"stream\":true}"), "delivery_policy.stream"))
                .forEach((body, field) -> demo().body(body)
                        .post("/api/v1/agents")
                        .then()
                        .statusCode(400)
                        .contentType("application/problem+json")
                        .body("code", equalTo("invalid_argument"))
                        .body("field", equalTo(field)));
    }

    @Test
    void namesTheFieldOfABadBinding() {
        String agent = agent();
        String good = "\"event_types\":[\"*\"],\"agent_id\":\"" + agent + "\"";
        Map.ofEntries(
                        Map.entry("{" + good + "}", "scope"),
                        Map.entry("{\"scope\":{\"kind\":\"bot\"}," + good + "}", "scope.bot_id"),
                        Map.entry("{\"scope\":{\"kind\":\"planet\"}," + good + "}", "scope.kind"),
                        Map.entry("{\"scope\":{}," + good + "}", "scope.kind"),
                        Map.entry(
                                "{\"scope\":{\"kind\":\"bot\",\"bot_id\":\"b\",\"actor_id\":\"x\"}," + good + "}",
                                "scope.actor_id"),
                        Map.entry("{\"scope\":{\"kind\":\"workspace\"},\"agent_id\":\"" + agent + "\"}", "event_types"),
                        Map.entry(bindingWith("\"event_types\":[]", agent), "event_types"),
                        Map.entry(bindingWith("\"event_types\":[\"*\",\"message**\"]", agent), "event_types[1]"),
                        Map.entry(bindingWith("\"event_types\":\"*\"", agent), "event_types"),
                        Map.entry(
                                bindingWith("\"event_types\":[\"*\"],\"filters\":{\"actor_ids\":[]}", agent),
                                "filters.actor_ids"),
                        Map.entry(bindingWith("\"event_types\":[\"*\"],\"priority\":\"high\"", agent), "priority"),
                        Map.entry(bindingWith("\"event_types\":[\"*\"],\"enabled\":\"yes\"", agent), "enabled"),
                        Map.entry(
                                bindingWith(
                                        "\"event_types\":[\"*\"],\"narrow\":{\"deadline_policy\":{\"run_seconds\":0}}",
                                        agent),
                                "narrow.deadline_policy.run_seconds"),
                        Map.entry(
                                bindingWith(
                                        "\"event_types\":[\"*\"],\"narrow\":{\"delivery_policy\":{\"target\":{\"surface\":\"x\"}}}",
                                        agent),
                                "narrow.delivery_policy.target"),
                        Map.entry(bindingWith("\"event_types\":[\"*\"]", "nobody"), "agent_id"))
                .forEach((body, field) -> demo().body(body)
                        .post("/api/v1/bindings")
                        .then()
                        .statusCode(400)
                        .body("code", equalTo("invalid_argument"))
                        .body("field", equalTo(field)));
    }

    @Test
    void answersWhatIsNoRequest() {
        demo().body("{\"runner_id\":").post("/api/v1/agents").then().statusCode(400);
        demo().body("").post("/api/v1/agents").then().statusCode(400);
        demo().body("null").post("/api/v1/agents").then().statusCode(400);
        demo().body("{\"a\":1,\"a\":2}").post("/api/v1/agents").then().statusCode(400);
        demo().contentType("text/plain").body("x").post("/api/v1/agents").then().statusCode(415);
        demo().body("{\"name\":\"" + "x".repeat(1_100_000) + "\"}")
                .post("/api/v1/agents")
                .then()
                .statusCode(413);
        demo().body("{}").patch("/api/v1/agents").then().statusCode(405);
        for (String limit : List.of("0", "101", "x", "-1")) {
            demo().queryParam("limit", limit)
                    .get("/api/v1/bindings")
                    .then()
                    .statusCode(400)
                    .body("field", equalTo("limit"));
        }
        for (String cursor : List.of("a b", "")) {
            for (String list : List.of("/api/v1/agents", "/api/v1/bindings", "/api/v1/keys")) {
                demo().queryParam("cursor", cursor)
                        .get(list)
                        .then()
                        .statusCode(400)
                        .body("field", equalTo("cursor"));
            }
        }
        demo().get("/api/v1/resolutions/not-a-uuid").then().statusCode(404);
    }

    private static String agentWith(String field) {
        return field.startsWith("\"runner_id\"")
                ? "{" + field + "}"
                : "{\"runner_id\":\"plugin:agenthost/echo/default\"," + field + "}";
    }

    private static String bindingWith(String fields, String agent) {
        return "{\"scope\":{\"kind\":\"workspace\"}," + fields + ",\"agent_id\":\"" + agent + "\"}";
    }
}
