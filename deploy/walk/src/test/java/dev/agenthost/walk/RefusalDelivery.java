package dev.agenthost.walk;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Scenarios in which the caller receives the reason for a missing answer: no binding, no runner, a failure, a cancellation or an
 * unknown key.
 */
interface RefusalDelivery extends BoxScenario {

    @Test
    default void saysWhyNobodyAnswers() {
        var accepted = walk().door.say("nobody-home", fresh(), fresh(), "is anybody there?");

        var stream = walk().door.follow(accepted.stream());

        assertThat(stream).hasSize(1);
        assertThat(stream.getFirst().type()).isEqualTo("run.unanswered");
        assertThat(stream.getFirst().payload().path("reason").asText()).isEqualTo("no_binding");
        var run = walk().awaitEnded(accepted.runId());
        assertThat(run.toString()).contains("no_binding");
        var resolution = walk().door.get(run.path("resolution").asText()).body();
        assertThat(resolution.toString()).contains("no_binding", accepted.eventId());
    }

    @Test
    default void aRunWhoseRunnerNeverComesEndsAsUnavailable() {
        var bot = "absent-" + fresh();
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        policies.putObject("deadline_policy").put("queue_seconds", 1);
        walk().demo.bind(bot, walk().demo.agent("a-" + bot, "plugin:nobody/none/default", policies));

        var stream = walk().door.ask(bot, "hello?");

        RunInvariants.sound(stream);
        assertThat(stream.getLast().type()).isEqualTo("run.failed");
        assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("runner.unavailable");
    }

    @Test
    default void cancelsARunThatIsRunning() {
        var accepted = walk().door.say("demo", fresh(), fresh(), "sleep 30");
        walk().door.awaitAsleep(accepted);

        var answer = walk().door.call("POST", "/api/v1/runs/" + accepted.runId() + "/cancel", "{}");

        assertThat(answer.status()).isEqualTo(202);
        var stream = walk().door.follow(accepted.stream());
        RunInvariants.sound(stream);
        assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("cancelled");
    }

    @Test
    default void aFailureIsToldInAPlainSentence() {
        var accepted = walk().door.say("hooked", fresh(), fresh(), "fail");

        var stream = walk().door.follow(accepted.stream());

        assertThat(stream.getLast().type()).isEqualTo("run.failed");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !walk().webhook.shownOf(accepted.runId()).isEmpty());
        assertThat(walk().webhook.shownOf(accepted.runId())).singleElement().satisfies(shown -> {
            assertThat(shown.kind()).isEqualTo("failure");
            assertThat(shown.text()).doesNotContain("Exception");
        });
    }

    @Test
    default void nothingAnswersWithoutAKey() {
        var stranger = new FrontDoor(walk().box.frontDoor().toString(), "wrong");

        for (String path : List.of(
                "/api/v1/agents", "/api/v1/runs/" + fresh(), "/api/v1/runners", "/api/v1/resolutions/" + fresh())) {
            assertThat(stranger.get(path).status()).as(path).isEqualTo(401);
        }
        assertThat(stranger.call("POST", "/api/v1/events", "{}").status()).isEqualTo(401);
        assertThat(walk().door.get("/internal/v1/run-context").status()).isEqualTo(404);
    }
}
