package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A replica that died, records that nobody can read, a database that hangs up: still one end. */
@QuarkusTest
@TestProfile(ScriptedProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
class TroubleTest extends RunsOnTopics {
    @Test
    void aDeadReplicasRunEndsAsHostLost() throws Exception {
        Resolution run = request(RunRequests.of("idle"));
        await().atMost(PATIENCE).until(() -> !topic.frames(run.runId()).isEmpty());
        UUID dead = UUID.randomUUID();
        sql("INSERT INTO runs.leases VALUES (?, 'dead', clock_timestamp() - interval '1 minute', false)", dead);
        sql("UPDATE runs.runs SET owner = ? WHERE run_id = ?", dead, run.runId().value());
        ended(run);

        RunTopics.Received end = topic.records(run.runId()).getLast();
        assertThat(end.results().attempt()).isEqualTo(2);
        assertThat(end.results().results()).extracting(ResultFrame::type).containsExactly("run.started", "run.failed");
        assertThat(last(run).data().path("code").asText()).isEqualTo("host.lost");
    }

    @Test
    void anEndThatWasStoredAndNotMarkedIsPublishedAgainToTheByte() throws Exception {
        Resolution run = request(RunRequests.of("say 1"));
        ended(run);
        await().atMost(PATIENCE).until(() -> marked(run));
        sql(
                "UPDATE runs.runs SET publish_after = clock_timestamp() WHERE run_id = ?",
                run.runId().value());
        await().atMost(PATIENCE)
                .until(() -> topic.records(run.runId()).stream()
                                .filter(RunTopics.Received::ends)
                                .count()
                        == 2);

        List<RunTopics.Received> ends = topic.records(run.runId()).stream()
                .filter(RunTopics.Received::ends)
                .toList();
        assertThat(ends.get(1).record().value()).isEqualTo(ends.get(0).record().value());
        assertThat(Arrays.asList(ends.get(1).record().headers().toArray()))
                .containsExactlyInAnyOrder(ends.get(0).record().headers().toArray());
    }

    @Test
    void whatNobodyCanReadIsSetAsideAndEndsItsRun() {
        Resolution broken = RunRequests.of("say 1");
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
        String conversation = RunRequests.conversation();
        Resolution before = RunRequests.in(conversation, "say 1");
        Resolution refused = RunRequests.by(new RunnerId("nul\u0000", "in", "it"), 60);
        Resolution after = RunRequests.in(conversation, "say 1");
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
            runs.add(request(RunRequests.in("hang up " + i % 12, "say 5")));
            if (i % 15 == 14) {
                sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            }
        }
        runs.forEach(RunsOnTopics::ended);

        for (Resolution run : runs) {
            List<String> ends = topic.records(run.runId()).stream()
                    .filter(RunTopics.Received::ends)
                    .map(seen -> new String(seen.record().value(), StandardCharsets.UTF_8))
                    .distinct()
                    .toList();
            assertThat(ends).hasSize(1);
        }
    }

    private static boolean marked(Resolution run) throws Exception {
        var at = PostgresTestDatabase.current();
        try (var connection = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
                var query = connection.prepareStatement("SELECT publish_after FROM runs.runs WHERE run_id = ?")) {
            query.setObject(1, run.runId().value());
            var rows = query.executeQuery();
            return rows.next() && rows.getObject(1) == null;
        }
    }

    private static void sql(String statement, Object... values) throws Exception {
        var at = PostgresTestDatabase.current();
        try (var connection = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
                var update = connection.prepareStatement(statement)) {
            for (int i = 0; i < values.length; i++) {
                update.setObject(i + 1, values[i]);
            }
            update.execute();
        }
    }
}
