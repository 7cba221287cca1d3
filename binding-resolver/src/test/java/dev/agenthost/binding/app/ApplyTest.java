package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.agentBody;
import static dev.agenthost.binding.app.Admin.botBody;
import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static dev.agenthost.binding.app.Admin.other;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class ApplyTest {
    private static final String APPLY = "/api/v1/apply";

    private final String agent = fresh("a");
    private final String bot = fresh("bot");

    @Test
    void aFileIsAppliedInTheOrderOfReferencesAndAgainWithoutAChange() {
        String file = """
                # The bot stands before its agent.
                bots:
                  - bot_id: %1$s
                    platform: telegram
                    secrets: {webhook: [HOOK], token: [TOKEN]}
                    options: {user_id: 4000, username: shop_bot}
                    agent_id: %2$s
                schedules:
                  - {schedule_id: %1$s, cron: "0 0 29 2 *", event: {bot_id: %1$s, text: report}}
                bindings:
                  - {binding_id: %1$s, scope: {kind: bot, bot_id: %1$s}, event_types: ["friend.*"], agent_id: %2$s}
                agents:
                  - agent_id: %2$s
                    runner_id: plugin:agenthost/echo/default
                    runner_config: {limit: 3, rate: 0.5}
                """.formatted(bot, agent);

        yaml(file, "true")
                .statusCode(200)
                .body("dry_run", equalTo(true))
                .body("items.action", contains("created", "created", "created", "created"));
        demo().get("/api/v1/bots/" + bot).then().statusCode(404);

        yaml(file, "false")
                .statusCode(200)
                .body("items.kind", contains("agent", "bot", "binding", "schedule"))
                .body("items.id", contains(agent, bot, bot, bot))
                .body("items.action", contains("created", "created", "created", "created"));
        demo().get("/api/v1/bots/" + bot)
                .then()
                .statusCode(200)
                .body("agent_id", equalTo(agent))
                .body("options.user_id", equalTo(4000))
                .body("version", equalTo(1));

        yaml(file, "false").body("items.action", contains("unchanged", "unchanged", "unchanged", "unchanged"));
        yaml(file.replace("shop_bot", "sale_bot"), "false")
                .statusCode(200)
                .body("items.action", contains("unchanged", "updated", "unchanged", "unchanged"));
        demo().get("/api/v1/bots/" + bot)
                .then()
                .body("options.username", equalTo("sale_bot"))
                .body("version", equalTo(2));
        yaml("bots: [{bot_id: " + bot + ", platform: telegram, secrets: {webhook: [HOOK], token: [TOKEN]}}]", "false")
                .body("items.action", contains("updated"));
        demo().get("/api/v1/bots/" + bot).then().body("agent_id", nullValue());
    }

    @Test
    void theAnswerOfAGetCanBeApplied() {
        demo().body(botBody(bot)).post("/api/v1/bots").then().statusCode(201);
        String stored = demo().get("/api/v1/bots/" + bot).asString();

        json("{\"bots\":[" + stored + "]}").statusCode(200).body("items.action", contains("unchanged"));
    }

    @Test
    void anInvalidFileWritesNothing() {
        json("{\"agents\":[" + agentBody(agent) + "],\"bots\":[" + botBody(bot) + ","
                        + botBody("b").replace("TOKEN", "4:x") + "]}")
                .statusCode(400)
                .body("field", equalTo("bots[1].secrets.token"))
                .body("detail", containsString("bots[1]: secrets.token must be the name"));

        demo().get("/api/v1/agents/" + agent).then().statusCode(404);
        demo().get("/api/v1/bots/" + bot).then().statusCode(404);
    }

    @Test
    void aRefusalNamesTheDefinitionAndALaterApplyGoesOn() {
        String foreign = fresh("bot");
        other().body(botBody(foreign)).post("/api/v1/bots").then().statusCode(201);
        String file =
                "{\"agents\":[" + agentBody(agent) + "],\"bots\":[" + botBody(bot) + "," + botBody(foreign) + "]}";

        json(file).statusCode(409).body("field", equalTo("bots[1].bot_id")).body("detail", containsString("bots[1]: "));

        json("{\"agents\":[" + agentBody(agent) + "],\"bots\":[" + botBody(bot) + "]}")
                .statusCode(200)
                .body("items.action", contains("unchanged", "unchanged"));
        String named = botBody(bot).replaceFirst("}$", ",\"agent_id\":\"" + fresh("a") + "\"}");
        json("{\"bots\":[" + named + "]}").statusCode(400).body("field", equalTo("bots[0].agent_id"));
        String elsewhere = botBody(bot).replaceFirst("}$", ",\"workspace_id\":\"other\"}");
        json("{\"bots\":[" + elsewhere + "]}").statusCode(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
                    []                                                | -
                    7                                                 | -
                    {}                                                | -
                    {"bots":[]}                                       | -
                    {"bot":[]}                                        | bot
                    {"bots":{}}                                       | bots
                    {"bots":[7]}                                      | bots[0]
                    {"bots":[{"platform":"telegram","secrets":{"webhook":["A"],"token":["B"]}}]} | bots[0].bot_id
                    {"bots":[{"bot_id":"b","platform":"telegram","secrets":{"webhook":["A"],"token":["B"]},"agent":"a"}]} | bots[0].agent
                    {"agents":[{"agent_id":"a","runner_id":"plugin:a/b/c"},{"agent_id":"a","runner_id":"plugin:a/b/c"}]} | agents[1].agent_id
                    """)
    void refusesWhatIsNoFileOfDefinitions(String body, String field) {
        json(body).statusCode(400).body("field", equalTo(field));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    ~bots: [~
                    ~bots: []\\nbots: []~
                    ~---\\nbots: []\\n---\\nbots: []\\n~
                    ~bots: *unknown~
                    ~~
                    """)
    void refusesWhatIsNoYaml(String body) {
        yaml(body.replace("\\n", "\n"), "false").statusCode(400);
    }

    @Test
    void aFileHasAtMostTwoHundredDefinitions() {
        StringBuilder agents = new StringBuilder();
        for (int i = 0; i <= 200; i++) {
            agents.append(i == 0 ? "" : ",").append(agentBody(agent + "-" + i));
        }

        json("{\"agents\":[" + agents + "]}").statusCode(400).body("detail", containsString("200 definitions"));
        demo().get("/api/v1/agents/" + agent + "-0").then().statusCode(404);
    }

    private static ValidatableResponse json(String body) {
        return demo().body(body).post(APPLY).then();
    }

    private static ValidatableResponse yaml(String body, String dryRun) {
        return given().header("Authorization", Keys.DEMO)
                .contentType("application/yaml")
                .queryParam("dry_run", dryRun)
                .body(body.getBytes(StandardCharsets.UTF_8))
                .post(APPLY)
                .then();
    }
}
