package dev.agenthost.walk;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The promises of the walk on the real box. Subclasses say how many replicas of each service there are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TheWalk {

    private final int replicas;
    private WalkBox walk;

    TheWalk(int replicas) {
        this.replicas = replicas;
    }

    @BeforeAll
    void start() throws Exception {
        walk = new WalkBox(replicas);
    }

    @AfterAll
    void stop() {
        if (walk != null) {
            walk.close();
        }
    }

    WalkBox walk() {
        return walk;
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    @Test
    void answersAnEventSentByHttp() {
        var accepted = walk.door.say("demo", fresh(), fresh(), "hello there, walker");

        var stream = walk.door.follow(accepted.stream());

        Outcomes.sound(stream);
        assertThat(stream.getFirst().type()).isEqualTo("run.started");
        assertThat(stream).anyMatch(event -> event.type().equals("message.delta"));
        assertThat(FrontDoor.said(stream)).isEqualTo("hello there, walker");
        assertThat(stream.getLast().type()).isEqualTo("run.completed");
    }

    @Test
    void answersACloudEventPublishedToKafka() {
        try (var adapter = new Adapter(walk.box.bootstrapServers())) {
            var binary = adapter.publishBinary("hooked", fresh(), fresh(), "by Kafka, binary");
            var structured = adapter.publishStructured("hooked", fresh(), fresh(), "by Kafka, structured");

            assertThat(walk.awaitEnded(binary).path("outcome").path("type").asText())
                    .isEqualTo("run.completed");
            assertThat(walk.awaitEnded(structured).path("outcome").path("type").asText())
                    .isEqualTo("run.completed");
            awaitShown(binary, "by Kafka, binary");
            awaitShown(structured, "by Kafka, structured");
        }
    }

    @Test
    void theSameEventFromThreeProducersAtOnceIsOneRun() throws Exception {
        var conversation = fresh();
        var id = fresh();
        try (var one = new Adapter(walk.box.bootstrapServers());
                var two = new Adapter(walk.box.bootstrapServers());
                var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<String>> sayings = List.of(
                    () -> one.publishBinary("hooked", conversation, id, "once"),
                    () -> one.publishBinary("hooked", conversation, id, "once"),
                    () -> two.publishBinary("hooked", conversation, id, "once"),
                    () -> two.publishStructured("hooked", conversation, id, "once"),
                    () -> one.publishStructured("hooked", conversation, id, "once"));
            var runs = new ArrayList<String>();
            for (Future<String> said : pool.invokeAll(sayings)) {
                runs.add(said.get());
            }

            assertThat(runs).containsOnly(runs.getFirst());
            walk.awaitEnded(runs.getFirst());
            awaitShown(runs.getFirst(), "once");
            // A later event of the same conversation ends after whatever a repetition could have started.
            var after = walk.door.say("hooked", conversation, fresh(), "after");
            walk.door.follow(after.stream());
            awaitShown(after.runId(), "after");
            assertThat(walk.webhook.shownOf(runs.getFirst())).hasSize(1);
        }
    }

    @Test
    void keepsTheOrderOfAConversationUnderABurst() {
        var conversation = fresh();
        var runs = IntStream.range(0, 25)
                .mapToObj(i -> walk.door.say("hooked", conversation, fresh(), "burst " + i))
                .toList();

        runs.forEach(run -> Outcomes.sound(walk.door.follow(run.stream())));
        awaitShown(runs.getLast().runId(), "burst 24");

        var order = runs.stream().map(FrontDoor.Accepted::runId).toList();
        assertThat(walk.webhook.shown().stream()
                        .map(WebhookReceiver.Shown::runId)
                        .filter(order::contains))
                .containsExactlyElementsOf(order);
        var lines = new ArrayList<String>();
        transcript("hooked", conversation)
                .path("items")
                .forEach(item -> lines.add(item.path("role").asText()));
        assertThat(lines).hasSize(50);
    }

    @Test
    void aStreamCutAtEveryFrameAndResumedEqualsTheUncutOne() throws IOException {
        var accepted = walk.door.say("demo", fresh(), fresh(), "one two three four five six seven");
        var uncut = walk.door.follow(accepted.stream());
        Outcomes.sound(uncut);

        for (int cut = 0; cut < uncut.size() - 1; cut++) {
            var last = uncut.get(cut).id();
            var head =
                    walk.door.read(accepted.stream(), null, event -> event.id().equals(last));
            var resumed = new ArrayList<>(head);
            resumed.addAll(walk.door.read(accepted.stream(), last, event -> false));
            assertThat(resumed.stream().map(SseEvent::frame).toList())
                    .containsExactlyElementsOf(
                            uncut.stream().map(SseEvent::frame).toList());
        }
    }

    @Test
    void saysWhyNobodyAnswers() {
        var accepted = walk.door.say("nobody-home", fresh(), fresh(), "is anybody there?");

        var stream = walk.door.follow(accepted.stream());

        assertThat(stream).hasSize(1);
        assertThat(stream.getFirst().type()).isEqualTo("run.unanswered");
        assertThat(stream.getFirst().payload().path("reason").asText()).isEqualTo("no_binding");
        assertThat(walk.door
                        .get("/api/v1/resolutions/" + accepted.eventId())
                        .body()
                        .toString())
                .contains("no_binding");
        assertThat(walk.awaitEnded(accepted.runId()).toString()).contains("no_binding");
    }

    @Test
    void aRunWhoseRunnerNeverComesEndsAsUnavailable() {
        var bot = "absent-" + fresh();
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        policies.putObject("deadline_policy").put("queue_seconds", 1);
        walk.demo.bind(bot, walk.demo.agent("a-" + bot, "plugin:nobody/none/default", policies));

        var stream = awaitAnswered(bot, "hello?");

        Outcomes.sound(stream);
        assertThat(stream.getLast().type()).isEqualTo("run.failed");
        assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("runner.unavailable");
    }

    @Test
    void cancelsARunThatIsRunning() {
        var accepted = walk.door.say("demo", fresh(), fresh(), "sleep 30");
        awaitAsleep(accepted);

        var answer = walk.door.call("POST", "/api/v1/runs/" + accepted.runId() + "/cancel", "{}");

        assertThat(answer.status()).isEqualTo(202);
        var stream = walk.door.follow(accepted.stream());
        Outcomes.sound(stream);
        assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("cancelled");
    }

    @Test
    void showsThePreviousMessageAndCountsInState() {
        var conversation = fresh();
        walk.door.follow(walk.door.say("demo", conversation, fresh(), "remember me").stream());

        var stream = walk.door.follow(walk.door.say("demo", conversation, fresh(), "previous").stream());

        assertThat(FrontDoor.said(stream)).contains("remember me");
    }

    @Test
    void aFailureIsToldInAPlainSentence() {
        var accepted = walk.door.say("hooked", fresh(), fresh(), "fail");

        var stream = walk.door.follow(accepted.stream());

        assertThat(stream.getLast().type()).isEqualTo("run.failed");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !walk.webhook.shownOf(accepted.runId()).isEmpty());
        assertThat(walk.webhook.shownOf(accepted.runId())).singleElement().satisfies(shown -> {
            assertThat(shown.kind()).isEqualTo("failure");
            assertThat(shown.text()).doesNotContain("Exception");
        });
    }

    /** LangBot's own SDK is not at hand here: a plugin that behaves as its recorded session, over a real socket. */
    @Test
    void runsALangBotPluginThatDialsTheHost() throws Exception {
        try (var plugin = new ScriptedPlugin(
                walk.box.runnerAddress().toString(), walk.box.keys().runnerKey())) {
            plugin.initialized().get(30, TimeUnit.SECONDS);
            var id = "plugin:peer/probe-runner/default";
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            walk.door.get("/api/v1/runners").body().toString().contains(id));
            var bot = "plugin-" + fresh();
            walk.demo.bind(bot, walk.demo.agent("a-" + bot, id, FrontDoor.JSON.createObjectNode()));

            var stream = awaitAnswered(bot, "hello plugin");

            Outcomes.sound(stream);
            assertThat(stream.getLast().type()).isEqualTo("run.completed");
            assertThat(FrontDoor.said(stream)).isEqualTo("plugin heard: hello plugin");
            RecordedSession.assertSameShape(plugin);
        }
    }

    @Test
    void nothingAnswersWithoutAKey() {
        var stranger = new FrontDoor(walk.box.frontDoor().toString(), "wrong");

        for (String path : List.of(
                "/api/v1/agents", "/api/v1/runs/" + fresh(), "/api/v1/runners", "/api/v1/resolutions/" + fresh())) {
            assertThat(stranger.get(path).status()).as(path).isEqualTo(401);
        }
        assertThat(stranger.call("POST", "/api/v1/events", "{}").status()).isEqualTo(401);
        assertThat(walk.door.get("/internal/v1/run-context").status()).isEqualTo(404);
    }

    /** The process that reaches the step dies there; the event still has one outcome, told once. */
    @TestFactory
    List<DynamicTest> whoeverDiesAtAnyStepTheEventHasOneOutcome() {
        int rounds = Integer.getInteger("walk.rounds", 1);
        return IntStream.rangeClosed(1, rounds)
                .boxed()
                .flatMap(round -> Steps.ALL.stream()
                        .map(step -> DynamicTest.dynamicTest(step + ", round " + round, () -> dieAt(step))))
                .toList();
    }

    private void dieAt(String step) throws Exception {
        walk.awaitReady();
        var conversation = fresh();
        var id = fresh();
        walk.arm(step);
        try {
            var first = walk.door.say("hooked", conversation, id, "dying at " + step);
            Outcomes.sound(walk.door.follow(first.stream()));
            await("somebody dies at " + step).atMost(Duration.ofSeconds(30)).until(() -> walk.sprung(step));
            var second = walk.door.say("hooked", conversation, fresh(), "alive after " + step);
            var stream = walk.door.follow(second.stream());
            Outcomes.sound(stream);
            assertThat(stream.getLast().type()).isEqualTo("run.completed");
            awaitShown(second.runId(), "alive after " + step);
            var said = new ArrayList<String>();
            walk.door.follow(first.stream()).stream()
                    .filter(event -> event.type().equals("message.completed"))
                    .map(event ->
                            event.payload().path("message").path("content").asText())
                    .forEach(said::add);
            said.add("alive after " + step);
            await("the transcript holds what was said, once")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> spoken("hooked", conversation), said::equals);
            // Each outcome was told: the message, or why there is none.
            assertThat(walk.webhook.shownOf(first.runId())).isNotEmpty();
            Outcomes.shownOnce(walk.webhook);
        } finally {
            walk.disarm(step);
        }
    }

    @Test
    void aRunnerKilledInARunEndsItAndComesBack() throws Exception {
        walk.awaitReady();
        var accepted = walk.door.say("hooked", fresh(), fresh(), "sleep 60");
        awaitAsleep(accepted);

        for (int replica = 1; replica <= replicas; replica++) {
            walk.box.kill("echo", replica);
        }

        var stream = walk.door.follow(accepted.stream());
        Outcomes.sound(stream);
        assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("runner.lost");
        walk.awaitReady();
        assertThat(FrontDoor.said(awaitAnswered("hooked", "back again"))).isEqualTo("back again");
    }

    /** Another replica ends what a paused one owned; alone, the paused one goes on where it stood. */
    @Test
    void anOwnerPausedPastItsLeaseAndWokenSaysNothingTwice() throws Exception {
        walk.awaitReady();
        var text = "sleep " + (10 + 15 * replicas);
        var runs = IntStream.range(0, 4)
                .mapToObj(i -> walk.door.say("hooked", fresh(), fresh(), text))
                .toList();
        runs.forEach(this::awaitAsleep);

        for (int replica = 1; replica <= replicas; replica++) {
            walk.box.pause("run-orchestrator", replica);
            try {
                // Twice the lease's term, so that it has run out, and another replica has seen that it has.
                await().pollDelay(Duration.ofSeconds(12))
                        .atMost(Duration.ofSeconds(13))
                        .until(() -> true);
            } finally {
                walk.box.resume("run-orchestrator", replica);
            }
        }

        for (var run : runs) {
            var stream = walk.door.follow(run.stream());
            Outcomes.sound(stream);
            if (replicas > 1) {
                assertThat(stream.getLast().payload().path("code").asText()).isEqualTo("host.lost");
            } else {
                assertThat(FrontDoor.said(stream)).isEqualTo(text);
            }
        }
        walk.awaitReady();
        assertThat(FrontDoor.said(awaitAnswered("hooked", "after the pause"))).isEqualTo("after the pause");
        Outcomes.shownOnce(walk.webhook);
    }

    /** The runner dies when a person has seen so much of its answer. */
    @Test
    void whereverTheRunnerDiesTheEventHasOneOutcome() throws Exception {
        for (int seen = 0; seen < 6; seen++) {
            walk.awaitReady();
            var accepted = walk.door.say("hooked", fresh(), fresh(), "sleep 0.2");
            if (seen > 0) {
                var until = "1-" + seen;
                walk.door.read(accepted.stream(), null, event -> event.id().equals(until));
            }

            for (int replica = 1; replica <= replicas; replica++) {
                walk.box.kill("echo", replica);
            }

            var stream = walk.door.follow(accepted.stream());
            Outcomes.sound(stream);
            assertThat(stream.getLast().type()).isIn("run.completed", "run.failed");
            await("its outcome is told")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !walk.webhook.shownOf(accepted.runId()).isEmpty());
        }
        walk.awaitReady();
        assertThat(FrontDoor.said(awaitAnswered("hooked", "alive again"))).isEqualTo("alive again");
        Outcomes.shownOnce(walk.webhook);
    }

    @Test
    void kafkaAwayForAMinuteLosesNothing() throws Exception {
        awayForAMinute("kafka");
    }

    @Test
    void postgresAwayForAMinuteLosesNothing() throws Exception {
        awayForAMinute("postgres");
    }

    private void awayForAMinute(String what) throws Exception {
        walk.awaitReady();
        var before = walk.door.say("hooked", fresh(), fresh(), "sleep 2");
        walk.box.hold(what, 1);
        try {
            // Longer than the minute after which clients of Kafka give up unless they are told otherwise.
            await().pollDelay(Duration.ofSeconds(75))
                    .atMost(Duration.ofSeconds(76))
                    .until(() -> true);
        } finally {
            walk.box.release(what, 1);
        }

        Outcomes.sound(walk.door.follow(before.stream()));
        assertThat(FrontDoor.said(awaitAnswered("hooked", "after " + what))).isEqualTo("after " + what);
        walk.awaitReady();
        Outcomes.shownOnce(walk.webhook);
    }

    /** Echo says so when it goes to sleep: then the run has reached the runner for certain. */
    private void awaitAsleep(FrontDoor.Accepted accepted) {
        await("asleep: " + accepted.runId())
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> walk
                        .door
                        .read(
                                accepted.stream(),
                                null,
                                event -> event.type().equals("tool.call.started") || event.isTerminal())
                        .stream()
                        .anyMatch(event -> event.type().equals("tool.call.started")));
    }

    private List<SseEvent> awaitAnswered(String bot, String text) {
        return walk.door.follow(walk.door.say(bot, fresh(), fresh(), text).stream());
    }

    private com.fasterxml.jackson.databind.JsonNode transcript(String bot, String conversation) {
        var path = "/api/v1/workspaces/demo/bots/" + bot + "/conversations/" + conversation + "/transcript?limit=100";
        return await().atMost(Duration.ofSeconds(30))
                .pollInterval(200, MILLISECONDS)
                .until(
                        () -> walk.door.get(path).body(),
                        page -> page.path("items").size() >= 50);
    }

    /** What the assistant said in a conversation, oldest first, as the transcript has it. */
    private List<String> spoken(String bot, String conversation) {
        var path = "/api/v1/workspaces/demo/bots/" + bot + "/conversations/" + conversation
                + "/transcript?limit=100&direction=forward";
        var spoken = new ArrayList<String>();
        for (var item : walk.door.get(path).body().path("items")) {
            if (item.path("role").asText().equals("assistant")) {
                spoken.add(item.path("content").asText());
            }
        }
        return spoken;
    }

    private void awaitShown(String runId, String text) {
        await("shown: " + text)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(100, MILLISECONDS)
                .until(() -> walk.webhook.shownOf(runId).stream()
                        .anyMatch(shown -> shown.text().equals(text)));
    }
}
