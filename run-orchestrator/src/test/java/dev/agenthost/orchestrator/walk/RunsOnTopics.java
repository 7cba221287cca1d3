package dev.agenthost.orchestrator.walk;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;

import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.Resolution;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs that are requested on one topic and seen to end on the other. */
abstract class RunsOnTopics {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static RunTopics topic;

    @Inject
    ScriptedRunners runners;

    @BeforeAll
    static void open() {
        topic = new RunTopics();
    }

    @AfterAll
    static void close() throws Exception {
        topic.close();
    }

    static Resolution request(Resolution run) {
        topic.request(run);
        return run;
    }

    static void ended(Resolution run) {
        await("end of " + run.event().input().text())
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> topic.hasEnded(run.runId()));
    }

    static ResultFrame last(Resolution run) {
        return topic.frames(run.runId()).getLast();
    }

    static ValidatableResponse run(Resolution run) {
        return get(run.runId()).statusCode(200);
    }

    static ValidatableResponse get(RunId run) {
        return get(ScriptedProfile.KEY, run);
    }

    static ValidatableResponse get(String key, RunId run) {
        return given().header("Authorization", "Bearer " + key)
                .get("/api/v1/runs/" + run)
                .then();
    }

    static String state(RunId run) {
        return String.valueOf(get(run).extract().<String>path("state"));
    }

    static void cancel(RunId run) {
        given().header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .contentType(ContentType.JSON)
                .body("{\"reason\": \"for a test\"}")
                .post("/api/v1/runs/" + run + "/cancel")
                .then()
                .statusCode(202);
    }
}
