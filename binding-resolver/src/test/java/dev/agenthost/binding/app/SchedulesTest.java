package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static dev.agenthost.binding.app.Admin.other;
import static dev.agenthost.binding.app.Admin.scheduleBody;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.binding.schedule.DueScheduleRepository;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class SchedulesTest {
    private static final String PATH = "/api/v1/schedules";

    @Inject
    Pool pool;

    @Inject
    DueScheduleRepository schedules;

    @Test
    void aDueScheduleIsAnEventAndHasItsNextTime() {
        String id = fresh("daily");
        demo().body(scheduleBody(id)).post(PATH).then().statusCode(201).body("missed_runs", equalTo("once"));
        assertThat(nextDue(id)).isAfter(OffsetDateTime.now());
        try (Wire wire = new Wire(Topics.EVENTS)) {
            due(List.of(id));

            EventEnvelope event = event(
                    wire.await(Topics.EVENTS, record -> subject(record.value()).equals(id))
                            .value());

            assertThat(event.workspaceId()).isEqualTo("demo");
            assertThat(event.input().text()).isEqualTo("report");
            assertThat(nextDue(id)).isAfter(OffsetDateTime.now());
        }
    }

    @Test
    void aDisabledOrDeletedScheduleHasNoTime() {
        String id = fresh("off");
        String enabled = scheduleBody(id);
        String disabled = enabled.replace("\"cron\"", "\"enabled\":false,\"cron\"");
        demo().body(disabled).post(PATH).then().statusCode(201);
        assertThat(nextDue(id)).isNull();
        demo().header("If-Match", "*").body(enabled).put(PATH + "/" + id).then().statusCode(200);
        assertThat(nextDue(id)).isNotNull();
        demo().delete(PATH + "/" + id).then().statusCode(204);
        demo().get(PATH + "/" + id).then().statusCode(404);
    }

    @Test
    void aScheduleIsSeenInItsWorkspaceOnly() {
        String id = fresh("own");
        demo().body(scheduleBody(id)).post(PATH).then().statusCode(201);

        other().get(PATH + "/" + id).then().statusCode(404);
        other().header("If-Match", "*")
                .body(scheduleBody(id))
                .put(PATH + "/" + id)
                .then()
                .statusCode(404);
        other().delete(PATH + "/" + id).then().statusCode(404);
        other().body(scheduleBody(id)).post(PATH).then().statusCode(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'cron':'61 * * * *','event':{'text':'a'}} | cron",
                "{'cron':'0 0 30 2 *','event':{'text':'a'}} | cron",
                "{'cron':'0 9 * * *','time_zone':'Mars','event':{'text':'a'}} | time_zone",
                "{'cron':'0 9 * * *','event':{'text':'a'},'zone':'UTC'} | zone",
                "{'cron':'0 9 * * *','event':{'text':'a','txt':'b'}} | event.txt",
            })
    void aBrokenScheduleIsRefusedWithItsField(String body, String field) {
        demo().body(body.replace('\'', '"')).post(PATH).then().statusCode(400).body("field", equalTo(field));
    }

    /** The replicas of this test are the concurrent calls, besides the job of the service itself. */
    @Test
    void eachDueTimeIsOneEventOfSeveralReplicas() {
        List<String> ids = IntStream.range(0, 60).mapToObj(i -> fresh("many")).toList();
        ids.forEach(id -> demo().body(scheduleBody(id)).post(PATH).then().statusCode(201));
        try (Wire wire = new Wire(Topics.EVENTS)) {
            due(ids);
            List<Uni<Integer>> replicas = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                replicas.add(schedules.fire(20));
            }
            Uni.join().all(replicas).andFailFast().await().indefinitely();

            for (String id : ids) {
                wire.await(Topics.EVENTS, record -> subject(record.value()).equals(id));
            }
            assertThat(wire.all(Topics.EVENTS).stream()
                            .map(record -> subject(record.value()))
                            .filter(ids::contains))
                    .containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    private void due(List<String> ids) {
        pool.preparedQuery(
                        "update bindings.schedules set next_due = now() - interval '5 seconds' where schedule_id = any($1)")
                .execute(Tuple.of(ids.toArray(String[]::new)))
                .await()
                .indefinitely();
    }

    private OffsetDateTime nextDue(String id) {
        return pool.preparedQuery(
                        "select next_due from bindings.schedules where workspace_id = 'demo' and schedule_id = $1")
                .execute(Tuple.of(id))
                .await()
                .indefinitely()
                .iterator()
                .next()
                .getOffsetDateTime("next_due");
    }

    private static String subject(byte[] record) {
        EventEnvelope event = event(record);
        return event.subject() == null ? "" : String.valueOf(event.subject().subjectId());
    }

    private static EventEnvelope event(byte[] record) {
        try {
            return ProtocolCodec.decode(record, EventEnvelope.class);
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }
}
