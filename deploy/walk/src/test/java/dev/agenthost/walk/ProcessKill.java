package dev.agenthost.walk;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.plugin.RecordedPlugin;
import dev.agenthost.walk.topic.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Scenarios in which a process dies, anywhere and at any step: the event still has one outcome, published once. */
interface ProcessKill extends BoxScenario {

    /** Returns the steps at which processes die with one event; each list is one event. */
    List<List<String>> deaths();

    /** The processes that reach the steps die there; the event still has one outcome, published once. */
    @TestFactory
    default List<DynamicTest> whoeverDiesAtAnyStepTheEventHasOneOutcome() {
        int rounds = Integer.getInteger("walk.rounds", 1);
        return IntStream.rangeClosed(1, rounds)
                .boxed()
                .flatMap(round -> deaths().stream()
                        .map(steps -> DynamicTest.dynamicTest(steps + ", round " + round, () -> dieAt(steps))))
                .toList();
    }

    private void dieAt(List<String> steps) throws Exception {
        walk().awaitReady();
        var conversation = fresh();
        var id = fresh();
        for (String step : steps) {
            walk().arm(step);
        }
        try {
            // Slow enough to be published in parts.
            var first = walk().door.say("hooked", conversation, id, "sleep 0.2");
            RunInvariants.sound(walk().door.follow(first.stream()));
            for (String step : steps) {
                await("somebody dies at " + step).until(() -> walk().sprung(step));
            }
            var alive = "alive after " + steps;
            var second = walk().door.say("hooked", conversation, fresh(), alive);
            var stream = walk().door.follow(second.stream());
            RunInvariants.sound(stream);
            assertThat(stream.getLast().type()).isEqualTo("run.completed");
            walk().webhook.awaitShown(second.runId(), alive);
            var said = new ArrayList<String>();
            walk().door.follow(first.stream()).stream()
                    .filter(event -> event.type().equals("message.completed"))
                    .map(event ->
                            event.payload().path("message").path("content").asText())
                    .forEach(said::add);
            said.add(alive);
            await("the transcript holds what was said, once")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> walk().door.spoken("hooked", conversation), said::equals);
            // Each outcome was delivered: the message, or the reason for its absence.
            assertThat(walk().webhook.shownOf(first.runId())).isNotEmpty();
            RunInvariants.shownOnce(walk().webhook);
        } finally {
            for (String step : steps) {
                walk().disarm(step);
            }
        }
    }

    /** The process dies between the commit of the entry and its publication, and the caller has no answer. */
    @Test
    default void aRefusalOutlivesTheProcessThatRefused() throws Exception {
        walk().awaitReady();
        var step = "orchestrator.46-refusal-audited";
        var ghost = UUID.randomUUID().toString();
        walk().arm(step);
        try (var plugin = new RecordedPlugin(
                walk().box.runnerAddress().toString(), walk().box.keys().runnerKey())) {
            plugin.initialized().get(30, TimeUnit.SECONDS);
            plugin.ask(
                    "state_get",
                    FrontDoor.JSON
                            .createObjectNode()
                            .put("run_id", ghost)
                            .put("scope", "actor")
                            .put("key", "k"));
            await("death").atMost(Duration.ofSeconds(60)).until(() -> walk().sprung(step));
        } finally {
            walk().disarm(step);
        }

        await("the refusal is in the audit, with its run")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(500))
                .until(() ->
                        TopicRecords.all(walk().box.bootstrapServers()).getOrDefault("agent.audit", List.of()).stream()
                                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                                .anyMatch(entry -> entry.contains(ghost)
                                        && entry.contains("state_get")
                                        && entry.contains("\"result\":\"denied\"")));
        walk().awaitReady();
    }

    @Test
    default void aRunnerKilledInARunEndsItAndComesBack() throws Exception {
        walk().awaitReady();
        var accepted = walk().door.say("hooked", fresh(), fresh(), "sleep 60");
        walk().door.awaitAsleep(accepted);

        for (int replica = 1; replica <= walk().replicas; replica++) {
            walk().box.kill("echo", replica);
        }

        var stream = walk().door.follow(accepted.stream());
        RunInvariants.sound(stream);
        assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("runner.lost");
        walk().awaitReady();
        assertThat(FrontDoor.said(walk().door.ask("hooked", "back again"))).isEqualTo("back again");
    }

    /** The runner dies when a person has seen so much of its answer. */
    @Test
    default void whereverTheRunnerDiesTheEventHasOneOutcome() throws Exception {
        for (int seen = 0; seen < 6; seen++) {
            walk().awaitReady();
            var accepted = walk().door.say("hooked", fresh(), fresh(), "sleep 0.2");
            if (seen > 0) {
                var until = "1-" + seen;
                walk().door.read(accepted.stream(), null, event -> event.id().equals(until));
            }

            for (int replica = 1; replica <= walk().replicas; replica++) {
                walk().box.kill("echo", replica);
            }

            var stream = walk().door.follow(accepted.stream());
            RunInvariants.sound(stream);
            assertThat(stream.getLast().type()).isIn("run.completed", "run.failed");
            await("its outcome is told")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !walk().webhook.shownOf(accepted.runId()).isEmpty());
        }
        walk().awaitReady();
        assertThat(FrontDoor.said(walk().door.ask("hooked", "alive again"))).isEqualTo("alive again");
        RunInvariants.shownOnce(walk().webhook);
    }
}
