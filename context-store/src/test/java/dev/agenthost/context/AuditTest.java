package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.get;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.run;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the audit with an admin's key: real Kafka and PostgreSQL, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class AuditTest {
    private static final String AUDIT = "/api/v1/audit";

    private final EventEnvelope event = said(conversation("c-" + UUID.randomUUID()), "one");
    private final RunId run = run(event);

    @BeforeEach
    void twoCallsOfARun() {
        try (Broker broker = new Broker()) {
            broker.publish(Topics.AUDIT, 0, entry("demo", "state_set", AuditResult.ALLOWED));
            broker.publish(Topics.AUDIT, 0, entry("other", "state_set", AuditResult.ALLOWED));
            RecordPosition last = broker.publish(Topics.AUDIT, 0, entry("demo", "call_tool", AuditResult.DENIED));
            new ContextClient(conversation("any")).history(last).statusCode(200);
        }
    }

    @Test
    void anEntryHasActorRequestLimitsAndOutcome() {
        get(AUDIT + "?run_id=" + run)
                .statusCode(200)
                .body("items", hasSize(2))
                .body("items.action", contains("call_tool", "state_set"))
                .body("items[0].run_id", equalTo(run.toString()))
                .body("items[0].runner_id", equalTo("plugin:acme/helper/default"))
                .body("items[0].resource", equalTo("thing"))
                .body("items[0].scope", equalTo("conversation"))
                .body("items[0].result", equalTo("denied"))
                .body("next_cursor", nullValue());
        get(AUDIT + "?run_id=" + run + "&kind=state_set").body("items", hasSize(1));
        get(AUDIT + "?run_id=" + UUID.randomUUID()).statusCode(200).body("items", empty());
        get(AUDIT + "?bot_id=bot&conversation_id=nowhere").statusCode(200).body("items", empty());
    }

    @Test
    void aCursorContinuesAndIsValidForItsFilterOnly() {
        String asked = AUDIT + "?run_id=" + run + "&limit=1";
        String next =
                get(asked).body("items.action", contains("call_tool")).extract().path("next_cursor");

        get(asked + "&cursor=" + next).statusCode(200).body("items.action", contains("state_set"));
        for (String other : new String[] {AUDIT + "?limit=1", asked + "&kind=state_set"}) {
            get(other + "&cursor=" + next)
                    .statusCode(400)
                    .body("code", equalTo("invalid_argument"))
                    .body("field", equalTo("cursor"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "run_id=none, run_id",
        "run_id=, run_id",
        "run_id=1-1-1-1-1, run_id",
        "kind=, kind",
        "kind=%00, kind",
        "conversation_id=c, bot_id",
        "bot_id=b, conversation_id",
        "bot_id=b&conversation_id=, conversation_id",
        "limit=0, limit",
        "limit=many, limit",
        "cursor=none, cursor",
        "cursor=, cursor"
    })
    void invalidRequestsNameTheField(String query, String field) {
        get(AUDIT + "?" + query)
                .statusCode(400)
                .body("code", equalTo("invalid_argument"))
                .body("field", equalTo(field));
    }

    @ParameterizedTest
    @ValueSource(strings = {ContextSettings.VIEWER_KEY, ContextSettings.ADAPTER_KEY})
    void itRequiresTheRightToConfigureTheWorkspace(String key) {
        given().header("Authorization", "Bearer " + key).get(AUDIT).then().statusCode(403);
    }

    private AuditEntry entry(String workspace, String action, AuditResult result) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.now(),
                "run-orchestrator",
                workspace,
                run,
                "plugin:acme/helper/default",
                null,
                action,
                "thing",
                "conversation",
                result,
                null,
                null);
    }
}
