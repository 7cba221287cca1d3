package dev.agenthost.orchestrator.walk;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests the outcomes of a request. */
@QuarkusTest
@TestProfile(ScriptedProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
class RunsTest extends RunsOnTopics {
    @Test
    void numbersDenselyAndEndsOnce() {
        Resolution run = request(RunRequests.of("say 20"));
        ended(run);

        List<ResultFrame> frames = topic.frames(run.runId());
        assertThat(frames).extracting(ResultFrame::sequence).containsExactlyElementsOf(oneTo(23));
        assertThat(frames.getFirst().type()).isEqualTo("run.started");
        assertThat(frames.getLast().type()).isEqualTo("run.completed");
        assertThat(frames)
                .filteredOn(frame -> frame.type().equals("message.delta"))
                .hasSize(20);
        run(run).body("state", equalTo("ended"))
                .body("attempt", equalTo(1))
                .body("outcome.type", equalTo("run.completed"))
                .body("runner_id", equalTo(ScriptedRunners.RUNNER));
    }

    @Test
    void keepsTheOrderOfRequestsWithinAConversation() {
        List<List<Resolution>> conversations = new ArrayList<>();
        for (int c = 0; c < 5; c++) {
            String conversation = RunRequests.conversation();
            List<Resolution> runs = new ArrayList<>();
            for (int m = 0; m < 8; m++) {
                runs.add(RunRequests.in(conversation, "say 3"));
            }
            conversations.add(runs);
        }
        for (int m = 0; m < 8; m++) {
            for (List<Resolution> runs : conversations) {
                topic.request(runs.get(m));
            }
        }
        conversations.forEach(runs -> runs.forEach(RunsOnTopics::ended));

        for (List<Resolution> runs : conversations) {
            long end = -1;
            for (Resolution run : runs) {
                List<RunTopics.Received> records = topic.records(run.runId());
                assertThat(records.getFirst().record().offset()).isGreaterThan(end);
                end = records.getLast().record().offset();
                assertThat(records.getLast().ends()).isTrue();
            }
        }
    }

    @Test
    void runsTheSameRequestOnce() {
        Resolution run = RunRequests.of("say 1");
        for (int i = 0; i < 5; i++) {
            topic.request(run);
        }
        ended(run);
        ended(request(RunRequests.in(run.event().conversationId(), "say 1")));

        assertThat(runners.starts(run.runId().toString())).isEqualTo(1);
        assertThat(topic.records(run.runId()))
                .filteredOn(RunTopics.Received::ends)
                .hasSize(1);
    }

    @Test
    void namesThePathOfTheResolutionOfItsEvent() {
        Resolution run = request(RunRequests.of("say 1"));
        ended(run);

        String path = "/api/v1/resolutions/" + run.event().eventId();
        run(run).body("resolution", equalTo(path));
        given().header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .get("/api/v1/runs?limit=100")
                .then()
                .body("items.find { it.run_id == '" + run.runId() + "' }.resolution", equalTo(path));
    }

    @Test
    void recordsWhyNobodyAnswers() {
        Resolution run = request(Resolutions.unbound(RunRequests.event(RunRequests.conversation(), "hello")));
        ended(run);

        RunTopics.Received only = topic.records(run.runId()).getFirst();
        assertThat(only.results().attempt()).isZero();
        assertThat(only.results().results()).singleElement().satisfies(frame -> {
            assertThat(frame.type()).isEqualTo("run.unanswered");
            assertThat(frame.sequence()).isEqualTo(1);
            assertThat(frame.data().path("reason").asText()).isEqualTo("no_binding");
        });
        run(run).body("state", equalTo("ended")).body("outcome.code", equalTo("no_binding"));
    }

    @Test
    void runsOfOtherWorkspacesDoNotExist() {
        Resolution run = request(RunRequests.of("say 1"));
        ended(run);

        given().header("Authorization", "Bearer " + ScriptedProfile.OTHER_KEY)
                .get("/api/v1/runs/" + run.runId())
                .then()
                .statusCode(404)
                .body("code", equalTo("not_found"));
        given().get("/api/v1/runs/" + run.runId()).then().statusCode(401);
        given().header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .get("/api/v1/runs/not-an-id")
                .then()
                .statusCode(404);
        given().header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .contentType(ContentType.JSON)
                .body("{\"reason\": \"" + "x".repeat(501) + "\"}")
                .post("/api/v1/runs/" + run.runId() + "/cancel")
                .then()
                .statusCode(400)
                .body("field", equalTo("reason"));
    }

    private static List<Long> oneTo(int last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }
}
