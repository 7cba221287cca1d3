package dev.agenthost.orchestrator.walk;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.local.test.PostgresResource;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ScriptedProfile.class)
@QuarkusTestResource(KafkaResource.class)
@QuarkusTestResource(PostgresResource.class)
class RunsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static Topic topic;

    @Inject
    ScriptedRunners runners;

    @BeforeAll
    static void open() {
        topic = new Topic();
    }

    @AfterAll
    static void close() throws Exception {
        topic.close();
    }

    @Test
    void numbersDenselyAndEndsOnce() {
        Resolution run = request(Runs.of("say 20"));
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
            String conversation = Runs.conversation();
            List<Resolution> runs = new ArrayList<>();
            for (int m = 0; m < 8; m++) {
                runs.add(Runs.in(conversation, "say 3"));
            }
            conversations.add(runs);
        }
        for (int m = 0; m < 8; m++) {
            for (List<Resolution> runs : conversations) {
                topic.request(runs.get(m));
            }
        }
        conversations.forEach(runs -> runs.forEach(RunsTest::ended));

        for (List<Resolution> runs : conversations) {
            long end = -1;
            for (Resolution run : runs) {
                List<Topic.Seen> records = topic.records(run.runId());
                assertThat(records.getFirst().record().offset()).isGreaterThan(end);
                end = records.getLast().record().offset();
                assertThat(records.getLast().ends()).isTrue();
            }
        }
    }

    @Test
    void runsTheSameRequestOnce() {
        Resolution run = Runs.of("say 1");
        for (int i = 0; i < 5; i++) {
            topic.request(run);
        }
        ended(run);
        ended(request(Runs.in(run.event().conversationId(), "say 1")));

        assertThat(runners.starts(run.runId().toString())).isEqualTo(1);
        assertThat(topic.records(run.runId())).filteredOn(Topic.Seen::ends).hasSize(1);
    }

    @Test
    void recordsWhyNobodyAnswers() {
        Resolution run = request(Resolutions.unbound(Runs.event(Runs.conversation(), "hello")));
        ended(run);

        Topic.Seen only = topic.records(run.runId()).getFirst();
        assertThat(only.results().attempt()).isZero();
        assertThat(only.results().results()).singleElement().satisfies(frame -> {
            assertThat(frame.type()).isEqualTo("run.unanswered");
            assertThat(frame.sequence()).isEqualTo(1);
            assertThat(frame.data().path("reason").asText()).isEqualTo("no_binding");
        });
        run(run).body("state", equalTo("ended")).body("outcome.code", equalTo("no_binding"));
    }

    @Test
    void aFailureKeepsTheRunnersCodeAndSaysAPlainSentence() {
        Resolution run = request(Runs.of("fail"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("my.code");
        run(run).body("outcome.code", equalTo("my.code"))
                .body("outcome.sentence", equalTo("The assistant could not answer this."));
    }

    @Test
    void parallelRunsDoNotWaitForEachOther() {
        String conversation = Runs.conversation();
        Resolution first =
                Runs.with(conversation, "hang", TurnPolicy.PARALLEL, RetryPolicy.NEVER, new DeadlinePolicy(60, 20));
        Resolution second =
                Runs.with(conversation, "say 1", TurnPolicy.PARALLEL, RetryPolicy.NEVER, DeadlinePolicy.defaults());
        topic.request(first);
        topic.request(second);
        ended(second);

        assertThat(topic.hasEnded(first.runId())).isFalse();
        cancel(first.runId());
        ended(first);
    }

    @Test
    void rejectedWhileBusy() {
        String conversation = Runs.conversation();
        Resolution first = request(Runs.in(conversation, "hang"));
        Resolution second = request(
                Runs.with(conversation, "say 1", TurnPolicy.REJECT, RetryPolicy.NEVER, DeadlinePolicy.defaults()));
        ended(second);

        assertThat(last(second).data().path("reason").asText()).isEqualTo("rejected");
        cancel(first.runId());
        ended(first);
    }

    @Test
    void interruptsTheActiveRun() {
        String conversation = Runs.conversation();
        Resolution first = request(Runs.in(conversation, "hang"));
        Resolution second = request(
                Runs.with(conversation, "say 1", TurnPolicy.INTERRUPT, RetryPolicy.NEVER, DeadlinePolicy.defaults()));
        ended(first);
        ended(second);

        assertThat(last(first).data().path("code").asText()).isEqualTo("cancelled");
        assertThat(last(second).type()).isEqualTo("run.completed");
    }

    @Test
    void cancelsARunningRunAndTheOneThatWaits() {
        String conversation = Runs.conversation();
        Resolution running = request(Runs.in(conversation, "hang"));
        Resolution waiting = request(Runs.in(conversation, "say 1"));
        await().atMost(PATIENCE).until(() -> !topic.frames(running.runId()).isEmpty());
        await().atMost(PATIENCE).until(() -> state(waiting.runId()).equals("waiting"));

        cancel(waiting.runId());
        ended(waiting);
        cancel(running.runId());
        cancel(running.runId());
        ended(running);

        for (Resolution run : List.of(running, waiting)) {
            assertThat(last(run).data().path("code").asText()).isEqualTo("cancelled");
            assertThat(topic.frames(run.runId()).getFirst().type()).isEqualTo("run.started");
        }
        Resolution next = request(Runs.in(conversation, "say 1"));
        ended(next);
        assertThat(last(next).type()).isEqualTo("run.completed");
    }

    @Test
    void aRunCancelledBeforeItsAdmissionNeverStarts() {
        Resolution run = Runs.of("say 1");
        cancel(run.runId());
        get(run.runId()).statusCode(404);
        topic.request(run);
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("cancelled");
        assertThat(runners.starts(run.runId().toString())).isZero();
        run(run).body("cancel_reason", equalTo("for a test"));
    }

    @Test
    void failsWhenItsDeadlinePasses() {
        Resolution run = request(Runs.limited(60, 1, "hang"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("deadline_exceeded");
        assertThat(last(run).data().path("retryable").asBoolean()).isTrue();
    }

    @Test
    void failsWhenNoRunnerComesWithinTheQueuesLimit() {
        Resolution run = request(Runs.by(RunnerId.parse("plugin:nobody/is/here"), 1));
        ended(run);

        assertThat(topic.frames(run.runId()))
                .extracting(ResultFrame::type)
                .containsExactly("run.started", "run.failed");
        assertThat(last(run).data().path("code").asText()).isEqualTo("runner.unavailable");
    }

    @Test
    void failsAsContextUnavailableWhenThatHeldItUp() {
        Resolution run = request(Runs.limited(1, 60, "nocontext"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("context.unavailable");
    }

    @Test
    void aLostRunnerEndsARunThatIsNotRetried() {
        Resolution run = request(Runs.of("lost"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("runner.lost");
        assertThat(runners.starts(run.runId().toString())).isEqualTo(1);
    }

    @Test
    void anUntouchedRunIsTriedAgainAndATouchedOneIsNot() {
        Resolution untouched = request(Runs.retried(RetryPolicy.UNTOUCHED, "lost"));
        Resolution touched = request(Runs.retried(RetryPolicy.UNTOUCHED, "hang"));
        ended(untouched);
        await().atMost(PATIENCE).until(() -> topic.frames(touched.runId()).size() == 2);
        runners.lose(touched.runId());
        ended(touched);

        assertThat(last(untouched).type()).isEqualTo("run.completed");
        assertThat(topic.records(untouched.runId()).getLast().results().attempt())
                .isEqualTo(2);
        assertThat(last(touched).data().path("code").asText()).isEqualTo("runner.lost");
    }

    @Test
    void whatCouldNotStartIsTriedAgainUnderANewAttempt() {
        Resolution run = request(Runs.of("late"));
        ended(run);

        Topic.Seen end = topic.records(run.runId()).getLast();
        assertThat(end.results().attempt()).isEqualTo(2);
        assertThat(last(run).type()).isEqualTo("run.completed");
    }

    @Test
    void aDeadReplicasRunEndsAsHostLost() throws Exception {
        Resolution run = request(Runs.of("idle"));
        await().atMost(PATIENCE).until(() -> !topic.frames(run.runId()).isEmpty());
        UUID dead = UUID.randomUUID();
        sql("INSERT INTO runs.leases VALUES (?, 'dead', clock_timestamp() - interval '1 minute', false)", dead);
        sql("UPDATE runs.runs SET owner = ? WHERE run_id = ?", dead, run.runId().value());
        ended(run);

        Topic.Seen end = topic.records(run.runId()).getLast();
        assertThat(end.results().attempt()).isEqualTo(2);
        assertThat(end.results().results()).extracting(ResultFrame::type).containsExactly("run.started", "run.failed");
        assertThat(last(run).data().path("code").asText()).isEqualTo("host.lost");
    }

    @Test
    void anEndThatWasStoredAndNotMarkedIsPublishedAgainToTheByte() throws Exception {
        Resolution run = request(Runs.of("say 1"));
        ended(run);
        await().atMost(PATIENCE).until(() -> marked(run));
        sql(
                "UPDATE runs.runs SET publish_after = clock_timestamp() WHERE run_id = ?",
                run.runId().value());
        await().atMost(PATIENCE)
                .until(() -> topic.records(run.runId()).stream()
                                .filter(Topic.Seen::ends)
                                .count()
                        == 2);

        List<Topic.Seen> ends =
                topic.records(run.runId()).stream().filter(Topic.Seen::ends).toList();
        assertThat(ends.get(1).record().value()).isEqualTo(ends.get(0).record().value());
        assertThat(Arrays.asList(ends.get(1).record().headers().toArray()))
                .containsExactlyInAnyOrder(ends.get(0).record().headers().toArray());
    }

    @Test
    void whatNobodyCanReadIsSetAsideAndEndsItsRun() {
        Resolution broken = Runs.of("say 1");
        topic.garbage();
        topic.request(broken, "{\"run_id\":5}".getBytes(StandardCharsets.UTF_8));
        ended(broken);

        assertThat(last(broken).data().path("code").asText()).isEqualTo("run.undecodable");
        await().atMost(PATIENCE).until(() -> topic.deadLetters().size() >= 2);
        assertThat(topic.deadLetters())
                .allSatisfy(letter -> assertThat(letter.headers().lastHeader(DeadLetterHeaders.REASON))
                        .isNotNull());
        run(broken).body("outcome.code", equalTo("run.undecodable"));
    }

    @Test
    void whatTheDatabaseRefusesIsSetAsideAndTheRestGoesOn() {
        String conversation = Runs.conversation();
        Resolution before = Runs.in(conversation, "say 1");
        Resolution refused = Runs.by(new RunnerId("nul\u0000", "in", "it"), 60);
        Resolution after = Runs.in(conversation, "say 1");
        topic.request(before);
        topic.request(refused, ProtocolCodec.encode(refused));
        topic.request(after);
        ended(before);
        ended(refused);
        ended(after);

        assertThat(last(refused).data().path("code").asText()).isEqualTo("run.undecodable");
        assertThat(last(after).type()).isEqualTo("run.completed");
    }

    @Test
    void everyRunEndsOnceThoughTheDatabaseHangsUp() throws Exception {
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            runs.add(request(Runs.in("hang up " + i % 12, "say 5")));
            if (i % 15 == 14) {
                sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            }
        }
        runs.forEach(RunsTest::ended);

        for (Resolution run : runs) {
            List<String> ends = topic.records(run.runId()).stream()
                    .filter(Topic.Seen::ends)
                    .map(seen -> new String(seen.record().value(), StandardCharsets.UTF_8))
                    .distinct()
                    .toList();
            assertThat(ends).hasSize(1);
        }
    }

    @Test
    void runsOfOtherWorkspacesDoNotExist() {
        Resolution run = request(Runs.of("say 1"));
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

    private static Resolution request(Resolution run) {
        topic.request(run);
        return run;
    }

    private static void ended(Resolution run) {
        await("end of " + run.event().input().text())
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> topic.hasEnded(run.runId()));
    }

    private static ResultFrame last(Resolution run) {
        return topic.frames(run.runId()).getLast();
    }

    private static ValidatableResponse run(Resolution run) {
        return get(run.runId()).statusCode(200);
    }

    private static ValidatableResponse get(RunId run) {
        return given().header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .get("/api/v1/runs/" + run)
                .then();
    }

    private static String state(RunId run) {
        return String.valueOf(get(run).extract().<String>path("state"));
    }

    private static void cancel(RunId run) {
        given().header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .contentType(ContentType.JSON)
                .body("{\"reason\": \"for a test\"}")
                .post("/api/v1/runs/" + run + "/cancel")
                .then()
                .statusCode(202);
    }

    private static List<Long> oneTo(int last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private static boolean marked(Resolution run) throws Exception {
        var at = PostgresResource.current();
        try (var connection = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
                var query = connection.prepareStatement("SELECT publish_after FROM runs.runs WHERE run_id = ?")) {
            query.setObject(1, run.runId().value());
            var rows = query.executeQuery();
            return rows.next() && rows.getObject(1) == null;
        }
    }

    private static void sql(String statement, Object... values) throws Exception {
        var at = PostgresResource.current();
        try (var connection = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
                var update = connection.prepareStatement(statement)) {
            for (int i = 0; i < values.length; i++) {
                update.setObject(i + 1, values[i]);
            }
            update.execute();
        }
    }
}
