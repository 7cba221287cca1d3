package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.lifecycle.Injection;
import dev.agenthost.orchestrator.lifecycle.SteeredMessage;
import dev.agenthost.orchestrator.lifecycle.SteeringPlan;
import dev.agenthost.orchestrator.lifecycle.SteeringTarget;
import dev.agenthost.orchestrator.lifecycle.WaitingMessage;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.result.HostResults;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that came while a run was at work. */
class SteeringRepositoryTest extends TwoReplicas {
    private static final long BYTES = 1 << 20;
    private final String conversation = UUID.randomUUID().toString();
    private int operations;

    @Test
    void aDeliveredMessageEndsWithItsRun() {
        ClaimedRun active = claimed(one, steered());
        Resolution first = waits();
        Resolution second = waits();
        assertThat(pull(two, active, 9)).containsExactly(first.runId(), second.runId());
        assertThat(view(key(first)).state()).isEqualTo("waiting");
        assertThat(one.store(active)).isTrue();

        assertThat(two.mark(active.key(), 5)).isEmpty();
        for (Resolution message : List.of(first, second)) {
            assertThat(view(key(message)).outcome().code()).isEqualTo("steered");
        }
        assertThat(done(one.ends.unpublished(9)))
                .extracting(end -> new String(end.terminal().value()))
                .hasSize(2)
                .allMatch(record -> record.contains(active.runId().toString()));
        assertThat(one.mark(key(first), 5)).isEmpty();
        assertThat(claimed(one, steered()).attempt()).isEqualTo(1);
    }

    @Test
    void anUndeliveredMessageBecomesARun() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        one.store(active);

        assertThat(pull(two, active, 9)).isEmpty();
        assertThat(runsNext(active)).containsExactly(message.runId());
    }

    @Test
    void deliversEachMessageOnceAndRepeatsTheSame() {
        ClaimedRun active = claimed(one, steered());
        Resolution first = waits();
        Resolution second = waits();
        assertThat(take(one, active, "a", 1)).containsExactly(first.runId());
        assertThat(take(two, active, "a", 1)).containsExactly(first.runId());
        assertThat(take(two, active, "b", 9)).containsExactly(second.runId());
        assertThat(take(one, active, "c", 9)).isEmpty();

        done(two.steering.returnMessages(target(active), "b"));
        assertThat(take(one, active, "d", 9)).containsExactly(second.runId());
    }

    /** The commit of a delivery stalls, the call is returned, and the delivery is reverted after the commit. */
    @Test
    void aReturnRevertsAConcurrentDelivery() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        SqlConnection hanging = done(pool.getConnection());
        done(hanging.query("BEGIN").execute());
        List<WaitingMessage> waiting = done(one.steering.waiting(target(active), "hangs", 9, BYTES));
        Injection injection = injections(active, waiting).getFirst();
        done(hanging.preparedQuery("SELECT o_run_id FROM runs.steer_v1($1, $2, $3, $4, $5, $6, $7, $8, $9)")
                .execute(Tuple.from(List.of(
                        active.key().workspaceId(),
                        target(active).conversationKey(),
                        active.runId().value(),
                        active.attempt(),
                        "hangs",
                        new UUID[] {message.runId().value()},
                        new String[] {"x"},
                        new Buffer[] {Buffer.buffer(injection.terminal().value())},
                        new String[] {"{}"}))));

        CompletableFuture<Void> givenBack =
                two.steering.returnMessages(target(active), "hangs").subscribeAsCompletionStage();
        await().until(() -> givenBack.isDone() || somebodyWaitsForALock());
        done(hanging.query("COMMIT").execute());
        done(hanging.close());
        givenBack.join();

        assertThat(taking(one, active, "later", 9)).containsExactly(new SteeredMessage(message.runId(), false));
    }

    @Test
    void aDeliveryAfterItsReturnDeliversNothing() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        done(two.steering.returnMessages(target(active), "late"));
        done(two.steering.returnMessages(target(active), "late"));

        assertThat(take(one, active, "late", 9)).isEmpty();
        assertThat(take(one, active, "later", 9)).containsExactly(message.runId());
    }

    @Test
    void aRepeatedCallIsNoRedelivery() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        SteeredMessage first = new SteeredMessage(message.runId(), false);

        assertThat(taking(one, active, "a", 9)).containsExactly(first);
        assertThat(taking(two, active, "a", 9)).containsExactly(first);
        done(two.steering.returnMessages(target(active), "a"));
        assertThat(taking(one, active, "b", 9)).containsExactly(first);
    }

    @Test
    void aRedeliveredMessageStaysMarkedAfterRepetitionsAndReturns() {
        ClaimedRun first = claimed(one, steered());
        Resolution message = waits();
        pull(one, first, 9);
        done(one.runs.requeue(first.key(), one.held(first), back(Duration.ZERO)));
        ClaimedRun second = two.claim(5).getFirst();
        SteeredMessage again = new SteeredMessage(message.runId(), true);

        assertThat(taking(two, second, "a", 9)).containsExactly(again);
        assertThat(taking(two, second, "a", 9)).containsExactly(again);
        done(two.steering.returnMessages(target(second), "a"));
        assertThat(taking(two, second, "b", 9)).containsExactly(again);
        assertThat(two.store(second)).isTrue();
        assertThat(runsNext(second)).isEmpty();
    }

    @Test
    void aReturnedMessageBecomesARun() {
        ClaimedRun first = claimed(one, steered());
        Resolution message = waits();
        pull(one, first, 9);
        done(one.runs.requeue(first.key(), one.held(first), back(Duration.ZERO)));
        ClaimedRun second = two.claim(5).getFirst();
        take(two, second, "a", 9);
        done(two.steering.returnMessages(target(second), "a"));
        two.store(second);

        assertThat(runsNext(second)).containsExactly(message.runId());
    }

    private static boolean somebodyWaitsForALock() {
        return done(pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                                .execute())
                        .size()
                > 0;
    }

    @Test
    void concurrentPullsShareTheMessages() {
        ClaimedRun active = claimed(one, steered());
        List<RunId> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(waits().runId());
        }
        List<Uni<Set<SteeredMessage>>> racing = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            racing.add(pulling(i % 2 == 0 ? one : two, active, "race" + i, 9));
        }
        List<RunId> delivered = new ArrayList<>();
        done(Uni.join().all(racing).andFailFast()).forEach(each -> delivered.addAll(ids(each)));

        assertThat(delivered).containsExactlyInAnyOrderElementsOf(all);
    }

    /** Wherever the end comes in between: taken and ended with the run, or not taken and the next to run; never both, never neither. */
    @Test
    void aConcurrentPullAndEndAgree() {
        int together = 0;
        for (int i = 0; i < 40; i++) {
            String here = "moment" + i;
            ClaimedRun active = claimed(one, steered(here));
            Resolution message = steered(here);
            one.admit(message, 5);
            Uni<Set<SteeredMessage>> pull = pulling(two, active, "x", 9);
            Uni<List<Boolean>> end = one.ends.store(List.of(one.end(active)));
            var both = done(Uni.combine().all().unis(pull, end).asTuple());
            List<RunId> next = runsNext(active);
            if (both.getItem1().isEmpty()) {
                assertThat(next).containsExactly(message.runId());
            } else {
                together++;
                assertThat(next).isEmpty();
                assertThat(view(key(message)).outcome().code()).isEqualTo("steered");
            }
        }
        assertThat(together).isBetween(0, 40);
    }

    @Test
    void aMessageOfAnAttemptWithALostHostBecomesARun() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        pull(one, active, 9);
        StoredRun lost =
                new StoredRun(active.resolution(), one.held(active), active.traceId(), FailureCode.RUNNER_UNAVAILABLE);
        endByOther(lost, FailureCode.HOST_LOST);

        assertThat(runsNext(active)).containsExactly(message.runId());
    }

    @ParameterizedTest
    @EnumSource(names = {"RUNNER_LOST", "HOST_LOST"})
    void aMessageOfALostRunBecomesARun(FailureCode code) {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        pull(one, active, 9);
        done(one.ends.store(List.of(end(active, code))));

        assertThat(runsNext(active)).containsExactly(message.runId());
    }

    @Test
    void aCancelledDeliveredMessageDoesNotBecomeARun() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        pull(one, active, 9);
        done(one.ends.store(List.of(end(active, FailureCode.CANCELLED))));

        assertThat(runsNext(active)).isEmpty();
        assertThat(view(key(message)).outcome().code()).isEqualTo("steered");
    }

    @Test
    void theNextAttemptGetsTheMessagesOfADeadOne() {
        ClaimedRun first = claimed(one, steered());
        Resolution message = waits();
        pull(one, first, 9);
        assertThat(done(one.runs.requeue(first.key(), one.held(first), back(Duration.ZERO))))
                .isTrue();
        assertThat(pull(one, first, 9)).isEmpty();
        ClaimedRun second = two.claim(5).getFirst();

        assertThat(taking(two, second, "x", 9)).containsExactly(new SteeredMessage(message.runId(), true));
        assertThat(two.store(second)).isTrue();
        assertThat(runsNext(second)).isEmpty();
    }

    @Test
    void deliversNothingToOrFromACancelledRun() {
        ClaimedRun active = claimed(one, steered());
        Resolution message = waits();
        Resolution gone = waits();
        done(one.cancellations.request(key(gone), null));
        assertThat(pull(one, active, 9)).containsExactly(message.runId());

        Resolution late = waits();
        done(one.cancellations.request(active.key(), null));
        assertThat(pull(two, active, 9)).isEmpty();
        assertThat(view(key(late)).state()).isEqualTo("waiting");
    }

    @Test
    void doesNotDeliverAMessageOfAnotherConversation() {
        ClaimedRun active = claimed(one, steered());
        claimed(one, steered("elsewhere"));
        Resolution foreign = steered("elsewhere");
        one.admit(foreign, 5);
        Injection injection =
                SteeringPlan.inject(new WaitingMessage(foreign, "0".repeat(32)), target(active), Instant.EPOCH);

        assertThat(done(two.steering.deliver(target(active), "x", List.of(injection))))
                .isEmpty();
        assertThat(view(key(foreign)).state()).isEqualTo("waiting");
    }

    @Test
    void readsOnlyMessagesThatFit() {
        ClaimedRun active = claimed(one, steered());
        waits();
        waits();
        assertThat(done(one.steering.waiting(target(active), "x", 9, 10))).hasSize(1);
        assertThat(done(one.steering.waiting(target(active), "x", 1, BYTES))).hasSize(1);
    }

    private List<RunId> runsNext(ClaimedRun ended) {
        return one.mark(ended.key(), 5).stream().map(ClaimedRun::runId).toList();
    }

    private RunTermination end(ClaimedRun run, FailureCode code) {
        return new RunTermination(
                one.held(run),
                one.held(run).finished(),
                ScriptedRunners.RUNNER,
                HostResults.failed(
                        run.resolution(), run.binding(), run.attempt(), code, "x", run.traceId(), Instant.EPOCH),
                RunOutcomeFactory.failed(code));
    }

    private List<RunId> pull(RunsReplica replica, ClaimedRun into, int most) {
        return take(replica, into, "operation" + operations++, most);
    }

    private List<RunId> take(RunsReplica replica, ClaimedRun into, String operation, int most) {
        List<WaitingMessage> waiting = done(replica.steering.waiting(target(into), operation, most, BYTES));
        Set<RunId> delivered = ids(done(replica.steering.deliver(target(into), operation, injections(into, waiting))));
        return waiting.stream()
                .map(WaitingMessage::runId)
                .filter(delivered::contains)
                .toList();
    }

    private Set<SteeredMessage> taking(RunsReplica replica, ClaimedRun into, String operation, int most) {
        return done(pulling(replica, into, operation, most));
    }

    private static Set<RunId> ids(Set<SteeredMessage> delivered) {
        return delivered.stream().map(SteeredMessage::runId).collect(Collectors.toSet());
    }

    private static Uni<Set<SteeredMessage>> pulling(RunsReplica replica, ClaimedRun into, String operation, int most) {
        return replica.steering
                .waiting(target(into), operation, most, BYTES)
                .chain(waiting -> replica.steering.deliver(target(into), operation, injections(into, waiting)));
    }

    private static List<Injection> injections(ClaimedRun into, List<WaitingMessage> waiting) {
        return waiting.stream()
                .map(message -> SteeringPlan.inject(message, target(into), Instant.EPOCH))
                .toList();
    }

    private static SteeringTarget target(ClaimedRun run) {
        return new SteeringTarget(
                run.key(),
                run.attempt(),
                run.resolution().event().conversationKey().value());
    }

    private Resolution waits() {
        Resolution message = steered();
        one.admit(message, 5);
        return message;
    }

    private Resolution steered() {
        return steered(conversation);
    }

    private static Resolution steered(String conversation) {
        return RunRequests.with(conversation, "x", TurnPolicy.STEER, RetryPolicy.RESUMABLE, DeadlinePolicy.defaults());
    }
}
