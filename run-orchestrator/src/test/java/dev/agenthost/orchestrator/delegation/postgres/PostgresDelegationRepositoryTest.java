package dev.agenthost.orchestrator.delegation.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.delegation.DelegationBudgets;
import dev.agenthost.orchestrator.delegation.DelegationOutcome;
import dev.agenthost.orchestrator.delegation.DelegationRequest;
import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.hostevent.postgres.PostgresHostEventRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delegations in a real database. */
class PostgresDelegationRepositoryTest {
    private static RunsDatabase database;
    private static Pool pool;

    private final PostgresDelegationRepository repository = new PostgresDelegationRepository(pool);
    private final List<EventEnvelope> published = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        pool.query("TRUNCATE runs.delegations, runs.host_events, runs.runs, runs.cancellations")
                .executeAndAwait();
    }

    @Test
    void ofFortyDelegationsAtOnceThirtyTwoAreAcceptedAndRepetitionsAreTheSame() {
        ClaimedRun root = ClaimedRuns.claimed();
        List<Uni<DelegationOutcome>> calls = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            calls.add(service().delegate(root, DelegationRequest.read(task("d-" + i / 2))));
        }
        List<DelegationOutcome> outcomes = done(Uni.join().all(calls).andFailFast());

        assertThat(outcomes)
                .filteredOn(DelegationOutcome.Delegated.class::isInstance)
                .hasSize(64);
        assertThat(outcomes.stream().distinct()).hasSize(65).contains(new DelegationOutcome.TooMany(32));
        assertThat(count("SELECT count(DISTINCT event_id) FROM runs.host_events"))
                .isEqualTo(32);
        assertThat(published.stream().map(EventEnvelope::eventId).distinct()).hasSize(32);
    }

    @Test
    void delegatedRunsOfAllDepthsCountForTheRootAndTheFourthDepthIsRefused() {
        ClaimedRun run = ClaimedRuns.claimed();
        for (int depth = 1; depth <= 3; depth++) {
            assertThat(delegate(run, "down")).isInstanceOf(DelegationOutcome.Delegated.class);
            EventEnvelope event = published.getLast();
            assertThat(event.parent().lineage().depth()).isEqualTo(depth);
            run = ClaimedRuns.claimed(
                    event, ClaimedRuns.binding(), 1, Instant.now().plusSeconds(60));
        }
        assertThat(delegate(run, "down")).isEqualTo(new DelegationOutcome.TooDeep(3));
        assertThat(count("SELECT max(ordinal) FROM runs.delegations")).isEqualTo(3);
    }

    @Test
    void anotherTaskOfTheSameNameIsRefused() {
        ClaimedRun run = ClaimedRuns.claimed();
        delegate(run, "d-1");
        ObjectNode other = task("d-1").put("agent_id", "another");

        assertThat(done(service().delegate(run, DelegationRequest.read(other))))
                .isInstanceOf(DelegationOutcome.NameTaken.class);
    }

    @Test
    void theRunnerIsContinuedOnceAfterBothRunsHaveEnded() {
        ClaimedRun run = ClaimedRuns.claimed();
        RunId child = delegated(run, "d-1");
        ended(child, "run.failed");
        admitted(run.runId(), "running");
        assertThat(done(repository.settle())).as("its run has not ended").isZero();

        ended(run.runId(), "run.completed");
        int[] settled =
                done(Uni.join()
                                .all(repository.settle(), repository.settle(), repository.settle())
                                .andFailFast())
                        .stream()
                        .mapToInt(each -> each)
                        .toArray();
        assertThat(java.util.Arrays.stream(settled).sum()).isEqualTo(1);
        assertThat(completions()).isEqualTo(1);
    }

    @Test
    void aRunnerThatHasReadTheEndIsNotContinued() {
        ClaimedRun run = ClaimedRuns.claimed();
        RunId child = delegated(run, "d-1");
        ended(child, "run.completed");
        admitted(run.runId(), "running");

        assertThat(done(service().observe(run, child))).isPresent();
        ended(run.runId(), "run.completed");
        assertThat(done(repository.settle())).isZero();
        assertThat(completions()).isZero();
    }

    @Test
    void aDelegatedRunThatWaitsHasNotEndedUntilTheLastRunOfItsChainHas() {
        ClaimedRun run = ClaimedRuns.claimed();
        RunId child = delegated(run, "d-1");
        ended(run.runId(), "run.completed");
        waits(child);
        assertThat(done(repository.settle())).as("the delegated run waits").isZero();
        assertThat(done(service().observe(run, child))).isPresent();

        RunId continuation = new RunId(UUID.randomUUID());
        admitted(continuation, "running");
        conversation(continuation, child);
        assertThat(done(repository.settle())).as("it was continued").isZero();

        ended(continuation, "run.completed");
        assertThat(done(repository.settle())).isEqualTo(1);
        assertThat(completions()).isEqualTo(1);
    }

    @Test
    void aDelegatedRunThatWaitsAndIsCancelledHasEnded() {
        ClaimedRun run = ClaimedRuns.claimed();
        RunId child = delegated(run, "d-1");
        ended(run.runId(), "run.completed");
        waits(child);
        update(child, "cancel_requested_at = clock_timestamp()");

        assertThat(done(repository.settle())).isEqualTo(1);
    }

    @Test
    void theLastRunOfADelegatedChainIsCancelled() {
        ClaimedRun run = ClaimedRuns.claimed();
        RunId child = delegated(run, "d-1");
        waits(child);
        RunId continuation = new RunId(UUID.randomUUID());
        admitted(continuation, "running");
        conversation(continuation, child);
        ended(run.runId(), "run.failed");

        assertThat(done(repository.settle())).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM runs.cancellations WHERE run_id = '" + continuation + "'"))
                .isEqualTo(1);
    }

    @Test
    void aRunOfAnotherChainOrWorkspaceIsUnknown() {
        ClaimedRun run = ClaimedRuns.claimed();
        RunId child = delegated(run, "d-1");

        assertThat(done(service().observe(ClaimedRuns.claimed(), child))).isEmpty();
        RunKey elsewhere = new RunKey("ws-2", run.runId());
        assertThat(done(repository.observe(elsewhere, run.lineage(), child))).isEmpty();
    }

    @Test
    void aRunThatFailedOrWasCancelledCancelsItsDelegatedRuns() {
        ClaimedRun failed = ClaimedRuns.claimed();
        delegated(failed, "d-1");
        ended(failed.runId(), "run.failed");
        ClaimedRun cancelled = ClaimedRuns.claimed();
        delegated(cancelled, "d-1");
        admitted(cancelled.runId(), "running");
        update(cancelled.runId(), "cancel_requested_at = clock_timestamp()");
        ClaimedRun works = ClaimedRuns.claimed();
        delegated(works, "d-1");
        admitted(works.runId(), "running");

        assertThat(done(repository.settle())).isEqualTo(2);
        assertThat(count("SELECT count(*) FROM runs.cancellations")).isEqualTo(2);
        assertThat(completions()).isZero();
    }

    @Test
    void aRepetitionWithLessLeftIsTheSameTaskWithItsFirstLimits() {
        ClaimedRun run = ClaimedRuns.claimed();
        RunId child = delegated(run, "d-1");
        ObjectNode later = task("d-1").put("run_seconds", 5);
        later.putObject("budget").put("tokens", 10);

        assertThat(done(service().delegate(run, DelegationRequest.read(later))))
                .isEqualTo(new DelegationOutcome.Delegated(child, false));
        assertThat(published).hasSize(1);
        assertThat(count("SELECT count(*) FROM runs.delegations WHERE max_tokens IS NULL AND expires_at IS NULL"))
                .isEqualTo(1);
    }

    @Test
    void aChainThatGoesOnPastTheTimeOfItsTaskIsCancelled() {
        ClaimedRun run = ClaimedRuns.claimed();
        ObjectNode task = task("d-1").put("run_seconds", 20);
        RunId child =
                ((DelegationOutcome.Delegated) done(service().delegate(run, DelegationRequest.read(task)))).runId();
        admitted(run.runId(), "running");
        waits(child);
        done(repository.settle());
        assertThat(count("SELECT count(*) FROM runs.cancellations")).isZero();

        pool.query("UPDATE runs.delegations SET expires_at = clock_timestamp() - interval '1 second'")
                .executeAndAwait();
        RunId first = ((DelegationOutcome.Delegated) delegate(ClaimedRuns.claimed(), "d-2")).runId();
        admitted(first, "running");
        done(repository.settle());

        assertThat(count("SELECT count(*) FROM runs.cancellations WHERE run_id = '" + child + "'"))
                .isEqualTo(1);
        assertThat(count("SELECT count(*) FROM runs.cancellations")).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM runs.delegations WHERE settled_at IS NULL"))
                .as("the delegating run learns of the end")
                .isEqualTo(2);
    }

    @Test
    void aRunnerThatWantsNoEventGetsNone() {
        ClaimedRun run = ClaimedRuns.claimed();
        ObjectNode quiet = task("d-1").put("notifies", false);
        DelegationOutcome outcome = done(service().delegate(run, DelegationRequest.read(quiet)));
        ended(((DelegationOutcome.Delegated) outcome).runId(), "run.completed");
        ended(run.runId(), "run.completed");

        assertThat(done(repository.settle())).isEqualTo(1);
        assertThat(completions()).isZero();
    }

    private DelegationService service() {
        HostEventOutbox outbox = new HostEventOutbox(new PostgresHostEventRepository(pool), event -> {
            published.add(event);
            return Uni.createFrom().voidItem();
        });
        return new DelegationService(
                repository, new DelegationBudgets(new PostgresBudgetRepository(pool)), outbox, InstantSource.system());
    }

    private DelegationOutcome delegate(ClaimedRun run, String id) {
        return done(service().delegate(run, DelegationRequest.read(task(id))));
    }

    private RunId delegated(ClaimedRun run, String id) {
        return ((DelegationOutcome.Delegated) delegate(run, id)).runId();
    }

    private static ObjectNode task(String id) {
        ObjectNode task = ProtocolCodec.mapper().createObjectNode();
        task.put("run_id", "seen").put("delegation_id", id).put("agent_id", "helper");
        task.putObject("input").put("text", "count");
        return task;
    }

    private static void admitted(RunId run, String state) {
        pool.query("""
                        INSERT INTO runs.runs (workspace_id, run_id, conversation_key, request_offset, state, serialized, attempt,
                            owner, retry, queue_seconds, run_seconds, trace_id, admitted_at, claimed_at, terminal)
                        VALUES ('%s', '%s', '%s', 1, '%s', true, 1, gen_random_uuid(), 'never', 60, 60, '', now(), now(), '\\x00')
                        ON CONFLICT (workspace_id, run_id) DO UPDATE SET state = excluded.state""".formatted(ClaimedRuns.WORKSPACE, run, run, state)).executeAndAwait();
    }

    private static void ended(RunId run, String outcome) {
        admitted(run, "ended");
        update(run, "ended_at = clock_timestamp(), outcome_type = '" + outcome + "'");
    }

    private static void waits(RunId run) {
        ended(run, "run.completed");
        update(run, "outcome_code = 'waiting'");
    }

    /** The run is in the conversation of the other one. */
    private static void conversation(RunId run, RunId other) {
        update(run, "conversation_key = '" + other + "'");
    }

    private static void update(RunId run, String columns) {
        pool.query("UPDATE runs.runs SET %s WHERE run_id = '%s'".formatted(columns, run))
                .executeAndAwait();
    }

    private static long completions() {
        return count("SELECT count(*) FROM runs.host_events WHERE event LIKE '%delegation.completed%'");
    }

    private static long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }

    private static <T> T done(Uni<T> work) {
        return work.await().atMost(Duration.ofSeconds(20));
    }
}
