package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.binding.Runners;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Agents held against the forms of their runners, as these are told on the topic. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class AgentFormTest {
    private static final String FORM = """
            [{"name":"model","type":"llm-model-selector","required":true},
             {"name":"rounds","type":"integer","default":5},
             {"name":"mode","type":"select","options":[{"name":"plain"},{"name":"fast"}]},
             {"name":"tone-key","type":"secret"}]""";

    private final String runner = "plugin:acme/" + fresh("helper") + "/default";

    @Test
    void anAgentMayBeThereBeforeItsRunnerAndIsToldSo() {
        String id = fresh("a");
        demo().body(agent(id, "{\"anything\":1}"))
                .post("/api/v1/agents")
                .then()
                .statusCode(201)
                .body("warnings", hasSize(1))
                .body("warnings[0].code", equalTo("runner.unknown"))
                .body("warnings[0].field", equalTo("runner_id"))
                .body("warnings[0].detail", containsString(runner));

        say(FORM, "demo");

        // What was kept is not thrown away; whoever reads it is told what is wrong with it by now.
        awaitStanding(id, "runner.config_invalid");
        demo().get("/api/v1/agents/" + id)
                .then()
                .body("runner_config.anything", equalTo(1))
                .body("warnings.field", equalTo(java.util.List.of("runner_config.model", "runner_config.anything")));
    }

    @Test
    void aConfigurationThatDoesNotFitItsFormIsRefusedWithTheFieldsName() {
        heard(FORM, "*");
        Map.of(
                        "{}", "runner_config.model",
                        "{\"model\":7}", "runner_config.model",
                        "{\"model\":\"m\",\"rounds\":\"5\"}", "runner_config.rounds",
                        "{\"model\":\"m\",\"mode\":\"slow\"}", "runner_config.mode",
                        "{\"model\":\"m\",\"tone-key\":\"abc\"}", "runner_config.tone-key",
                        "{\"model\":\"m\",\"tone-key\":{\"secret_ref\":\"K\",\"x\":1}}",
                                "runner_config.tone-key.secret_ref",
                        "{\"model\":\"m\",\"modle\":\"x\"}", "runner_config.modle")
                .forEach((config, field) -> demo().body(agent(fresh("a"), config))
                        .post("/api/v1/agents")
                        .then()
                        .statusCode(400)
                        .body("code", equalTo("invalid_argument"))
                        .body("field", equalTo(field)));

        String id = fresh("a");
        demo().body(agent(id, "{\"model\":\"m\",\"mode\":\"fast\",\"tone-key\":{\"secret_ref\":\"TONE\"}}"))
                .post("/api/v1/agents")
                .then()
                .statusCode(201)
                .body("warnings", nullValue())
                .body("runner_config.rounds", nullValue());
        demo().header("If-Match", "*")
                .body(agent(id, "{\"model\":\"\"}"))
                .put("/api/v1/agents/" + id)
                .then()
                .statusCode(400)
                .body("field", equalTo("runner_config.model"));
    }

    @Test
    void aRunnerOfOtherWorkspacesIsToldFromOneThatIsUnknownAndItsFormIsNotShown() {
        heard(FORM, "elsewhere");
        demo().body(agent(fresh("a"), "{\"modle\":1}"))
                .post("/api/v1/agents")
                .then()
                .statusCode(201)
                .body("warnings", hasSize(1))
                .body("warnings[0].code", equalTo("runner.not_authorized"));
    }

    @Test
    void aFormThatIsNoneChecksNothingAndIsToldToWhoeverWritesTheAgent() {
        heard("[{\"name\":\"model\"}]", "demo");
        demo().body(agent(fresh("a"), "{\"modle\":1}"))
                .post("/api/v1/agents")
                .then()
                .statusCode(201)
                .body("warnings[0].code", equalTo("runner.form_unreadable"))
                .body("warnings[0].detail", containsString("config_schema[0] has no type"));
    }

    @Test
    void whatIsAnsweredWithWarningsCanBeWrittenBackAndTheyAreNotKept() {
        String id = fresh("a");
        String answered = demo().body(agent(id, "{}"))
                .post("/api/v1/agents")
                .then()
                .extract()
                .asString();
        assertThat(answered).contains("runner.unknown");
        demo().header("If-Match", "\"1\"")
                .body(answered)
                .put("/api/v1/agents/" + id)
                .then()
                .statusCode(200)
                .body("warnings", hasSize(1));
        heard("[]", "demo");
        demo().get("/api/v1/agents/" + id).then().body("warnings", nullValue());
    }

    @Test
    void aRecordThatIsNoRunnerIsPassedOverAndWhatFollowsIsRead() {
        send("plugin:acme/none/default", "garbage".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        heard(FORM, "demo");
        send(runner, null);
        await().atMost(Duration.ofSeconds(60)).until(() -> demo().body(agent(fresh("a"), "{}"))
                .post("/api/v1/agents")
                .asString()
                .contains("runner.unknown"));
    }

    private String agent(String id, String config) {
        return "{\"agent_id\":\"" + id + "\",\"runner_id\":\"" + runner + "\",\"runner_config\":" + config + "}";
    }

    /** Returns when the service has heard of it. */
    private void heard(String form, String workspace) {
        String id = fresh("heard");
        demo().body(agent(id, "{}")).post("/api/v1/agents").then().statusCode(201);
        say(form, workspace);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !demo().get("/api/v1/agents/" + id).asString().contains("runner.unknown"));
    }

    private void awaitStanding(String id, String code) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> demo().get("/api/v1/agents/" + id).asString().contains(code));
    }

    private void say(String form, String workspace) {
        send(runner, ProtocolCodec.encode(Runners.known(runner, form, workspace)));
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
