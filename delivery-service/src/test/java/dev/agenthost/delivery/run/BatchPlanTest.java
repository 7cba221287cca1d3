package dev.agenthost.delivery.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.UnansweredReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BatchPlanTest {

    private static final DeliveredRun RUN = DeliveredRun.in("c1").toWebhook("https://hooks.example/in", "HOOK");

    private static final List<RunResults> RECORDS = List.of(
            RUN.record(1, 1, RUN.started()),
            RUN.record(1, 2, DeliveredRun.delta("he"), DeliveredRun.message("hello")),
            RUN.record(2, 1, RUN.started(), DeliveredRun.message("hello")),
            RUN.record(2, 3, DeliveredRun.message("again"), DeliveredRun.completed()));

    @Test
    void storesTheStartOffsetAndThePositionOfARun() {
        ResultProgress progress = only(plan(Map.of(), RECORDS));
        assertThat(progress.startOffset()).isEqualTo(100);
        assertThat(progress.highest()).isEqualTo(new StreamPosition(2, 4));
        assertThat(progress.ended()).isTrue();
        assertThat(progress.delivery().conversationId()).isEqualTo("c1");
    }

    @Test
    void dropsResultsOfAnOlderAttemptAfterANewerOneStarted() {
        BatchPlan plan = plan(
                Map.of(),
                List.of(RECORDS.get(0), RECORDS.get(2), RUN.record(1, 2, DeliveredRun.message("from the past"))));
        assertThat(plan.dropped()).isEqualTo(1);
        assertThat(bodies(plan)).noneMatch(body -> body.contains("from the past"));
    }

    @Test
    void dropsEverythingAfterTheEnd() {
        BatchPlan plan = plan(
                Map.of(),
                List.of(
                        RUN.record(1, 1, RUN.started(), DeliveredRun.completed()),
                        RUN.record(2, 1, RUN.started(), DeliveredRun.message("late"))));
        assertThat(plan.sends()).isEmpty();
        assertThat(plan.dropped()).isEqualTo(2);
    }

    @Test
    void makesNoSendsWithoutADestination() {
        DeliveredRun quiet = DeliveredRun.in("c2");
        assertThat(plan(Map.of(), List.of(quiet.record(1, 1, quiet.started(), DeliveredRun.message("hi"))))
                        .sends())
                .isEmpty();
    }

    @Test
    void anUnansweredEventIsReportedToTheTargetOfTheBinding() {
        BatchPlan plan =
                plan(Map.of(), List.of(RUN.record(0, 1, RUN.unanswered(UnansweredReason.REJECTED, RUN.policy()))));
        assertThat(bodies(plan)).singleElement().asString().contains("\"kind\":\"failure\"", "still busy");
        assertThat(only(plan).ended()).isTrue();

        assertThat(plan(Map.of(), List.of(RUN.record(0, 1, RUN.unanswered(UnansweredReason.STEERED, RUN.policy()))))
                        .sends())
                .isEmpty();
    }

    @Test
    void carriesWhatTheReceiverNeeds() {
        Send send = plan(Map.of(), RECORDS).sends().getFirst();
        assertThat(send.key().idempotencyKey()).isEqualTo(RUN.runId() + "/1");
        assertThat(new String(send.body()))
                .contains("\"kind\":\"message\"", "\"text\":\"hello\"", "\"part\":1", "\"conversation_id\":\"c1\"");
    }

    /** Tests that repeated records and any batch boundaries give the outcome of one clean pass. */
    @Property(tries = 200)
    void repetitionsAndBatchBoundariesChangeNothing(
            @ForAll @Size(max = 12) List<@IntRange(min = 0, max = 3) Integer> repeated,
            @ForAll @IntRange(min = 1, max = 5) int batchSize) {
        List<Integer> order = new ArrayList<>();
        int seen = 0;
        for (int i : repeated) {
            // Kafka repeats from an earlier offset; it never delivers a record before its predecessor.
            int next = Math.min(i, seen);
            for (int j = next; j <= seen; j++) {
                order.add(j);
            }
            seen = Math.min(seen + 1, 3);
        }
        order.addAll(List.of(0, 1, 2, 3));

        Map<RunKey, ResultProgress> stored = new HashMap<>();
        List<String> sent = new ArrayList<>();
        for (int from = 0; from < order.size(); from += batchSize) {
            List<RunResults> batch = order.subList(from, Math.min(order.size(), from + batchSize)).stream()
                    .map(RECORDS::get)
                    .toList();
            BatchPlan plan = plan(stored, batch);
            plan.changed().forEach(progress -> stored.put(progress.key(), progress));
            sent.addAll(bodies(plan));
        }
        BatchPlan clean = plan(Map.of(), RECORDS);
        assertThat(sent).isEqualTo(bodies(clean));
        assertThat(stored.values())
                .extracting(ResultProgress::highest)
                .containsExactly(only(clean).highest());
    }

    private static BatchPlan plan(Map<RunKey, ResultProgress> known, List<RunResults> results) {
        List<ResultRecord> records = new ArrayList<>();
        for (RunResults each : results) {
            records.add(new ResultRecord(3, 100 + records.size(), each, null));
        }
        return BatchPlan.of(known, records, DestinationRouter.NO_ADAPTERS);
    }

    private static ResultProgress only(BatchPlan plan) {
        assertThat(plan.changed()).hasSize(1);
        return plan.changed().iterator().next();
    }

    private static List<String> bodies(BatchPlan plan) {
        return plan.sends().stream().map(send -> new String(send.body())).toList();
    }
}
