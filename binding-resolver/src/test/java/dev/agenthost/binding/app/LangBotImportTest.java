package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static dev.agenthost.binding.app.Admin.other;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.binding.Runners;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** LangBot's configuration at the REST entrance. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class LangBotImportTest {
    private static final String IMPORT = "/api/v1/import/langbot";

    private final String pipeline = UUID.randomUUID().toString();
    private final String bot = fresh("bot");

    @Test
    void importsAgentsAndBindingsAndNothingTwice() {
        String file = file("plugin:langbot/" + fresh("absent") + "/default");

        demo().queryParam("dry_run", true)
                .body(file)
                .post(IMPORT)
                .then()
                .statusCode(200)
                .body("dry_run", equalTo(true))
                .body("agents.action", contains("created"));
        demo().get("/api/v1/agents/langbot-" + pipeline).then().statusCode(404);

        demo().body(file)
                .post(IMPORT)
                .then()
                .statusCode(200)
                .body("agents[0].action", equalTo("created"))
                .body("agents[0].enabled", equalTo(false))
                .body("agents[0].bindings[0].enabled", equalTo(false))
                .body("findings.code", hasItem("runner_missing"));
        demo().get("/api/v1/bindings/langbot-" + bot)
                .then()
                .statusCode(200)
                .body("enabled", equalTo(false))
                .body("agent_id", equalTo("langbot-" + pipeline))
                .body("scope.bot_id", equalTo(bot))
                .body("event_types", contains("message.received"));

        demo().body(file)
                .post(IMPORT)
                .then()
                .body("agents[0].action", equalTo("unchanged"))
                .body("agents[0].bindings[0].action", equalTo("unchanged"));
        demo().get("/api/v1/agents/langbot-" + pipeline).then().body("version", equalTo(1));
        other().get("/api/v1/agents/langbot-" + pipeline).then().statusCode(404);
    }

    @Test
    void anAgentWhoseRunnerIsThereAnswers() {
        String runner = "plugin:langbot/" + fresh("there") + "/default";
        send(runner, ProtocolCodec.encode(Runners.known(runner, """
                [{"name":"max-round","type":"integer"},{"name":"model","type":"string"}]""", "*")));
        await().atMost(Duration.ofSeconds(60)).until(() -> demo().queryParam("dry_run", true)
                .body(file(runner))
                .post(IMPORT)
                .then()
                .extract()
                .<Boolean>path("agents[0].enabled"));

        demo().body(file(runner))
                .post(IMPORT)
                .then()
                .body("agents[0].enabled", equalTo(true))
                .body("findings.code", not(hasItem("runner_missing")));
        demo().get("/api/v1/agents/langbot-" + pipeline)
                .then()
                .body("runner_config.max-round", equalTo(7))
                .body("warnings", nullValue());
    }

    @Test
    void whatAPersonChangedIsLeftAsItIs() {
        String file = file("plugin:langbot/local-agent/default");
        demo().body(file).post(IMPORT).then().statusCode(200);
        demo().header("If-Match", "*")
                .body("{\"runner_id\":\"plugin:langbot/local-agent/default\",\"name\":\"Mine\"}")
                .put("/api/v1/agents/langbot-" + pipeline)
                .then()
                .statusCode(200);

        demo().body(file)
                .post(IMPORT)
                .then()
                .body("agents[0].action", equalTo("kept"))
                .body("findings.code", hasItem("exists"));
        demo().get("/api/v1/agents/langbot-" + pipeline).then().body("name", equalTo("Mine"));
    }

    @Test
    void takesYamlAndAConfigurationAlone() {
        String yaml = """
                ai:
                  runner: {runner: dify-service-api, expire-time: 600}
                  dify-service-api: {base-url: 'https://api.dify.ai/v1', api-key: app-hunter2}
                output:
                  misc: {exception-handling: show-hint, failure-hint: Try later.}
                """;
        String name = fresh("yaml");

        String answer = given().header("Authorization", Keys.DEMO)
                .contentType("application/yaml")
                .queryParam("name", name)
                .queryParam("bot_id", bot)
                .body(yaml.getBytes(StandardCharsets.UTF_8))
                .post(IMPORT)
                .then()
                .statusCode(200)
                .body("agents[0].name", equalTo(name))
                .body("agents[0].runner_id", equalTo("plugin:langbot/dify-agent/default"))
                .body("agents[0].bindings.bot_id", contains(bot))
                .body("findings.path", hasItems("ai.dify-service-api.api-key", "ai.runner.expire-time"))
                .extract()
                .asString();
        assertThat(answer).doesNotContain("hunter2");
        String id = JsonPath.from(answer).getString("agents[0].agent_id");
        String agent = demo().get("/api/v1/agents/" + id)
                .then()
                .body("delivery_policy.failure_text", equalTo("Try later."))
                .extract()
                .asString();
        assertThat(agent).contains("secret_ref").doesNotContain("hunter2");
    }

    @Test
    void refusesWhatIsNoConfigurationAndWhoMayNotConfigure() {
        for (String body : new String[] {"{}", "[]", "7", "{\"ai\":7}", "{\"config\":[]}", "{\"pipelines\":[]}"}) {
            demo().body(body).post(IMPORT).then().statusCode(400);
        }
        given().header("Authorization", Keys.DEMO)
                .contentType("application/yaml")
                .body("ai: [".getBytes(StandardCharsets.UTF_8))
                .post(IMPORT)
                .then()
                .statusCode(400);
        demo().queryParam("dry_run", "perhaps")
                .body("{}")
                .post(IMPORT)
                .then()
                .statusCode(400)
                .body("field", equalTo("dry_run"));
        demo().body("{\"ai\":{\"runner\":{\"runner\":\"nobodys\"}}}")
                .post(IMPORT)
                .then()
                .statusCode(200)
                .body("agents", empty())
                .body("findings.code", contains("runner_missing"));
    }

    private String file(String runner) {
        return """
                {"pipelines":[{"uuid":"%s","name":"Support","config":{"ai":{"runner":{"id":"%s"},
                  "runner_config":{"%s":{"max-round":7}}}}}],
                 "bots":[{"uuid":"%s","name":"b","adapter":"telegram","enable":true,"use_pipeline_uuid":"%s"}]}""".formatted(pipeline, runner, runner, bot, pipeline);
    }

    private static void send(String key, byte[] value) {
        try (var producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaTestBroker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.RUNNERS, key, value));
        }
    }
}
