package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.AppliedOffsetTable;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Run requests are read from the offset that the database has, whatever Kafka has committed. */
@QuarkusTest
@TestProfile(ScriptedProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
class AppliedOffsetsTest extends RunsOnTopics {
    /** Tables of what was applied. Leases are not restored: they are of the process that runs on. */
    private static final List<String> TABLES =
            List.of("runs", "turns", "cancellations", "steering", "steering_returns", "grants", "applied_offsets");

    private static final AppliedOffsetTable OFFSETS =
            new AppliedOffsetTable("runs", Topics.RUN_REQUESTS, "run-orchestrator");

    @Test
    void requestsBehindTheStoredOffsetAreAdmittedAgainThoughKafkaHasCommittedThem() {
        Resolution lost = endedInPartition0();
        long next = OFFSETS.next(0);
        delete(lost);
        OFFSETS.put(0, next - 1);

        OFFSETS.reassign();

        await().atMost(PATIENCE).until(() -> isStored(lost) && OFFSETS.next(0) == next);
    }

    @Test
    void requestsBeforeTheStoredOffsetAreNotAdmittedAgainThoughKafkaHasNotCommittedThem() {
        Resolution applied = endedInPartition0();
        long next = OFFSETS.next(0);
        delete(applied);

        OFFSETS.reassign(0L);
        endedInPartition0();

        assertThat(isStored(applied)).isFalse();
        assertThat(OFFSETS.next(0)).isGreaterThan(next);
    }

    @Test
    void aTopicThatWasCreatedAgainIsReadFromItsBeginning() {
        Resolution lost = endedInPartition0();
        long next = OFFSETS.next(0);
        delete(lost);
        OFFSETS.beOfAnotherTopic();

        OFFSETS.reassign();

        await().atMost(PATIENCE).until(() -> isStored(lost) && OFFSETS.next(0) == next);
        assertThat(OFFSETS.number("SELECT count(*) FROM runs.applied_offsets WHERE topic_id = 'another'"))
                .isZero();
    }

    @Test
    void aDatabaseThatWentBackIsNotPassedOver() {
        Resolution before = endedInPartition0();
        long next = OFFSETS.next(0);
        delete(before);
        OFFSETS.put(0, next - 1);
        Resolution after = request(inPartition0());

        await().atMost(PATIENCE)
                .until(() -> RestAssured.get("/q/health/ready").asString().contains("applying records"));
        assertThat(isStored(after)).isFalse();
        assertThat(OFFSETS.next(0)).isEqualTo(next - 1);
        OFFSETS.put(0, next);
        ended(after);
    }

    @Test
    void everyRequestHasOneOutcomeAfterTheDatabaseWasRestored() {
        List<Resolution> requests = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            requests.add(request(RunRequests.in("restored " + i % 20, "say 3")));
        }
        ended(requests.getFirst());
        OFFSETS.execute(snapshot());
        for (int i = 0; i < 60; i++) {
            requests.add(request(RunRequests.in("restored " + i % 20, "say 3")));
        }
        requests.forEach(RunsOnTopics::ended);
        await().atMost(PATIENCE).until(() -> outcomes() == requests.size());

        OFFSETS.execute(restore());
        assertThat(outcomes()).isLessThan(requests.size());
        OFFSETS.reassign();

        await().atMost(PATIENCE.multipliedBy(4)).until(() -> outcomes() == requests.size());
        requests.forEach(request -> assertThat(isStored(request)).isTrue());
        assertThat(OFFSETS.number("SELECT count(*) FROM runs.runs WHERE conversation_key LIKE '%restored%'"))
                .isEqualTo(requests.size());
    }

    /** Of one transaction, so all tables are of one moment, while runs go on. */
    private static String snapshot() {
        StringBuilder sql = new StringBuilder("CREATE SCHEMA copy;");
        TABLES.forEach(table -> sql.append("CREATE TABLE copy.%1$s AS TABLE runs.%1$s;".formatted(table)));
        return "BEGIN ISOLATION LEVEL REPEATABLE READ;" + sql + "COMMIT";
    }

    private static String restore() {
        StringBuilder sql = new StringBuilder();
        TABLES.forEach(table ->
                sql.append("DELETE FROM runs.%1$s; INSERT INTO runs.%1$s OVERRIDING SYSTEM VALUE TABLE copy.%1$s;"
                        .formatted(table)));
        return "BEGIN;" + sql + "COMMIT";
    }

    private static long outcomes() {
        return OFFSETS.number(
                "SELECT count(*) FROM runs.runs WHERE conversation_key LIKE '%restored%' AND state = 'ended'");
    }

    private static Resolution endedInPartition0() {
        Resolution run = request(inPartition0());
        ended(run);
        await().atMost(PATIENCE)
                .until(() -> OFFSETS.number(
                                "SELECT 1 FROM runs.runs WHERE run_id = ? AND state = 'ended' AND publish_after IS NULL",
                                run.runId().value())
                        == 1);
        return run;
    }

    private static Resolution inPartition0() {
        while (true) {
            Resolution run = RunRequests.of("say 1");
            if (run.event().conversationKey().partition() == 0) {
                return run;
            }
        }
    }

    private static void delete(Resolution run) {
        OFFSETS.execute("DELETE FROM runs.runs WHERE run_id = ?", run.runId().value());
    }

    private static boolean isStored(Resolution run) {
        return OFFSETS.number(
                        "SELECT 1 FROM runs.runs WHERE run_id = ?", run.runId().value())
                == 1;
    }
}
