package dev.agenthost.orchestrator.walk;

import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests GET of one run and of the list of runs, after runs of a real plugin. */
@QuarkusTest
@TestProfile(PluginProfile.class)
class RunLookupWalkTest extends PluginWalkFixture {
    @Test
    void whatARunWasAllowedAndWhatItChargedCanBeLookedUp() {
        Resolution run;
        try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "charging")) {
            run = request("charging", RetryPolicy.NEVER, 60);
            JsonNode runRequest = plugin.next("run_agent");
            plugin.stream(
                    runRequest, charged(runRequest, "message.completed", MESSAGE, "{\"total_tokens\":1}"), "continue");
            plugin.stream(
                    runRequest,
                    charged(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", "{\"total_tokens\":7}"),
                    "continue");
            plugin.end(runRequest);
            typesOf(run);
        }
        String address = "/api/v1/runs/" + run.runId();

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> get(ScriptedProfile.KEY, address + "/grant")
                .statusCode(200)
                .body("run_id", equalTo(run.runId().toString()))
                .body("available_apis.state", equalTo(true))
                .body("state_scopes", hasItem("conversation")));
        get(ScriptedProfile.KEY, address).body("status", equalTo("completed"));
        get(ScriptedProfile.KEY, address).body("outcome.usage.total_tokens", equalTo(7));
        get(ScriptedProfile.OTHER_KEY, address + "/grant").statusCode(404);
    }

    @Test
    void aListOfRunsHoldsThoseOfTheKeysWorkspaceThatWereAskedFor() {
        Resolution first = request("listed", RetryPolicy.NEVER, 1);
        Resolution second = request("listed", RetryPolicy.NEVER, 1);
        typesOf(first);
        typesOf(second);
        String runs = "/api/v1/runs?limit=1&runner_id=plugin:walk/listed/default";

        String next = get(ScriptedProfile.KEY, runs + "&status=failed&code=runner.unavailable")
                .statusCode(200)
                .body("items.size()", equalTo(1))
                .extract()
                .path("next_cursor");
        get(ScriptedProfile.KEY, runs + "&cursor=" + next)
                .body("items.size()", equalTo(1))
                .body("next_cursor", nullValue());
        get(ScriptedProfile.KEY, runs + "&status=queued&status=running").body("items.size()", equalTo(0));
        get(
                        ScriptedProfile.KEY,
                        "/api/v1/runs?bot_id=demo&conversation_id="
                                + first.event().conversationId())
                .body("items.run_id", contains(first.runId().toString()));
        get(ScriptedProfile.OTHER_KEY, runs).body("items.size()", equalTo(0));
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=101, limit",
        "limit=many, limit",
        "cursor=nonsense, cursor",
        "cursor=, cursor",
        "status=gone, status",
        "status=, status",
        "runner_id=echo, runner_id",
        "code=Not%20One, code",
        "since=yesterday, since",
        "until=%2B99999-01-01T00:00:00Z, until",
        "conversation_id=c, bot_id",
        "bot_id=b&thread_id=t, conversation_id",
        "bot_id=%00, bot_id"
    })
    void whatIsWrongWithAListOfRunsIsNamed(String query, String field) {
        RestAssured.given()
                .urlEncodingEnabled(false)
                .port(address.getPort())
                .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .get("/api/v1/runs?" + query)
                .then()
                .statusCode(400)
                .body("field", equalTo(field));
    }
}
