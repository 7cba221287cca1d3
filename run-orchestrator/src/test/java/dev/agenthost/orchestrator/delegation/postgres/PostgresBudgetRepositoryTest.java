package dev.agenthost.orchestrator.delegation.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.delegation.BudgetLimit;
import dev.agenthost.orchestrator.delegation.DelegationBudgets;
import dev.agenthost.orchestrator.delegation.DelegationOutcome;
import dev.agenthost.orchestrator.delegation.DelegationRequest;
import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.hostevent.postgres.PostgresHostEventRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.RunUsage;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Budgets of delegated tasks in a real database. */
class PostgresBudgetRepositoryTest {
    private static RunsDatabase database;
    private static Pool pool;

    private final DelegationBudgets budgets = new DelegationBudgets(new PostgresBudgetRepository(pool));
    private final List<EventEnvelope> published = new CopyOnWriteArrayList<>();
    private final ClaimedRun root = ClaimedRuns.claimed();

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
        pool.query("TRUNCATE runs.delegations, runs.host_events, runs.runs").executeAndAwait();
    }

    @Test
    void whatARunUsesCountsForItsTaskAndForEachTaskAboveIt() {
        ClaimedRun child = delegated(root, "a", null, null);
        ClaimedRun grandchild = delegated(child, "b", null, null);

        done(budgets.add(grandchild, 30));
        done(budgets.add(child, 5));
        done(budgets.takeCall(grandchild));

        assertThat(usage(child, grandchild)).isEqualTo(new RunUsage(30, 1, 1));
        assertThat(usage(root, child)).as("with its own delegation").isEqualTo(new RunUsage(35, 2, 2));
    }

    @Test
    void noCallBeginsOnceTheTokensAreUsedOfTheTaskOrOfOneAboveIt() {
        ClaimedRun child = delegated(root, "a", 100L, null);
        ClaimedRun grandchild = delegated(child, "b", null, null);
        done(budgets.add(grandchild, 99));
        assertThat(done(budgets.admitModelCall(grandchild))).isEmpty();

        done(budgets.add(grandchild, 1));

        assertThat(done(budgets.admitModelCall(grandchild))).contains(BudgetLimit.TOKENS);
        assertThat(done(budgets.takeCall(child))).contains(BudgetLimit.TOKENS);
        assertThat(done(budgets.admitModelCall(root)))
                .as("nobody limits the root")
                .isEmpty();
    }

    @Test
    void callsAtOnceNeverExceedTheirLimit() {
        ClaimedRun child = delegated(root, "a", null, 20);
        ClaimedRun one = delegated(child, "one", null, 8);
        ClaimedRun two = delegated(child, "two", null, null);
        List<Uni<Optional<BudgetLimit>>> calls = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            calls.add(budgets.takeCall(i % 2 == 0 ? one : two));
        }

        List<Optional<BudgetLimit>> answers = done(Uni.join().all(calls).andFailFast());

        assertThat(answers.stream().filter(Optional::isEmpty)).hasSize(18);
        assertThat(usage(root, child).calls()).as("with the two delegations").isEqualTo(20);
        assertThat(usage(child, one).calls()).isLessThanOrEqualTo(8);
        assertThat(done(budgets.admitModelCall(child)))
                .as("models are no calls")
                .isEmpty();
    }

    @Test
    void aDelegationIsACallAndARepetitionIsNone() {
        ClaimedRun child = delegated(root, "a", null, 1);
        delegated(child, "b", null, null);

        assertThat(delegate(child, "c", null, null)).isEqualTo(new DelegationOutcome.OverBudget(BudgetLimit.CALLS));
        assertThat(usage(root, child).calls()).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM runs.delegations")).isEqualTo(2);

        pool.query("UPDATE runs.delegations SET max_calls = 2").executeAndAwait();
        assertThat(delegate(child, "b", null, null)).isInstanceOf(DelegationOutcome.Delegated.class);
        assertThat(usage(root, child).calls()).isEqualTo(1);
    }

    private ClaimedRun delegated(ClaimedRun run, String id, @Nullable Long tokens, @Nullable Integer calls) {
        assertThat(delegate(run, id, tokens, calls)).isInstanceOf(DelegationOutcome.Delegated.class);
        return ClaimedRuns.claimed(
                published.getLast(), ClaimedRuns.binding(), 1, Instant.now().plusSeconds(60));
    }

    private DelegationOutcome delegate(ClaimedRun run, String id, @Nullable Long tokens, @Nullable Integer calls) {
        ObjectNode task = ProtocolCodec.mapper().createObjectNode();
        task.put("delegation_id", id).put("agent_id", "helper");
        task.putObject("input").put("text", "count");
        task.putObject("budget").put("tokens", tokens).put("calls", calls);
        return done(service().delegate(run, DelegationRequest.read(task)));
    }

    private RunUsage usage(ClaimedRun waiting, ClaimedRun delegated) {
        return done(service().observe(waiting, delegated.runId())).orElseThrow().usage();
    }

    private DelegationService service() {
        HostEventOutbox outbox = new HostEventOutbox(new PostgresHostEventRepository(pool), event -> {
            published.add(event);
            return Uni.createFrom().voidItem();
        });
        return new DelegationService(new PostgresDelegationRepository(pool), budgets, outbox, InstantSource.system());
    }

    private static long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }

    private static <T> T done(Uni<T> work) {
        return work.await().atMost(Duration.ofSeconds(20));
    }
}
