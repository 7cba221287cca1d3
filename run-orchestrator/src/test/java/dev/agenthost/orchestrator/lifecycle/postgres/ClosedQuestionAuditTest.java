package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.interaction.ClosedQuestion;
import dev.agenthost.orchestrator.interaction.ClosedQuestionAudit;
import dev.agenthost.orchestrator.interaction.ClosedQuestionRepository;
import dev.agenthost.orchestrator.interaction.Questions;
import dev.agenthost.orchestrator.interaction.RecordedPublications;
import dev.agenthost.orchestrator.interaction.postgres.PostgresClosedQuestionRepository;
import dev.agenthost.orchestrator.interaction.postgres.PostgresQuestionRepository;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.result.RunCompleted;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A question that ends without a response has one audit entry of that, with its cause. */
class ClosedQuestionAuditTest extends TwoReplicas {
    private final PostgresQuestionRepository questions = new PostgresQuestionRepository(pool);
    private final PostgresClosedQuestionRepository closed = new PostgresClosedQuestionRepository(pool);
    private final RecordedPublications published = new RecordedPublications();

    @Test
    void aQuestionThatIsOpenHasNoEntry() {
        ask(claimed(one, RunRequests.of("x")), Instant.now());

        assertThat(entries()).isEmpty();
    }

    @Test
    void aQuestionThatItsRunWithdrawsNamesTheRun() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        ask(run, Instant.now());
        done(questions.withdraw(run, "deploy-1"));

        assertThat(entries())
                .extracting(AuditEntry::action, AuditEntry::runId, AuditEntry::resource, AuditEntry::detail)
                .containsExactly(tuple("interaction.withdrawn", run.runId(), "deploy-1", "run " + run.runId()));
    }

    @Test
    void aQuestionOfARunThatFailsNamesTheFailure() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        ask(run, Instant.now());
        assertThat(one.store(run)).isTrue();

        assertThat(entries()).extracting(AuditEntry::detail).containsExactly("failure of run " + run.runId());
    }

    @Test
    void aQuestionOfAWaitingRunThatIsCancelledNamesTheCancellation() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        ask(run, Instant.now());
        RunTermination end = one.end(run);
        done(one.ends.store(List.of(new RunTermination(
                one.held(run),
                end.after(),
                end.runnerId(),
                end.terminal(),
                RunOutcomeFactory.completed(new RunCompleted("waiting", null))))));
        assertThat(entries()).isEmpty();

        done(two.cancellations.request(run.key(), "not today"));

        assertThat(entries())
                .extracting(AuditEntry::action, AuditEntry::detail)
                .containsExactly(tuple("interaction.withdrawn", "cancellation of run " + run.runId()));
    }

    @Test
    void aQuestionToWhichNobodyRespondsHasTheTimeOfItsEnd() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        Instant asked = Instant.now().minus(Duration.ofHours(25)).truncatedTo(ChronoUnit.SECONDS);
        ask(run, asked);

        assertThat(entries())
                .extracting(AuditEntry::action, AuditEntry::at, AuditEntry::detail)
                .containsExactly(tuple("interaction.expired", asked.plus(Duration.ofHours(24)), null));
    }

    @Test
    void ofManySweepsAtOnceOneAuditsTheClosure() {
        ask(claimed(one, RunRequests.of("x")), Instant.now().minus(Duration.ofHours(25)));
        ClosedQuestion question = done(closed.unaudited()).getFirst();
        ClosedQuestionAudit audit = new ClosedQuestionAudit(found(question), published);
        done(Uni.join()
                .all(audit.sweep(), audit.sweep(), audit.sweep(), audit.sweep())
                .andFailFast());

        assertThat(published.entries()).hasSize(1);
        assertThat(outbox()).isOne();
    }

    @Test
    void aQuestionThatIsAskedAgainHasAnotherEnd() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        ask(run, Instant.now().minus(Duration.ofHours(25)));
        ClosedQuestion first = done(closed.unaudited()).getFirst();
        ask(run, Instant.now());
        done(new ClosedQuestionAudit(found(first), published).sweep());
        assertThat(entries()).as("it is open again").isEmpty();

        done(questions.withdraw(run, "deploy-1"));
        assertThat(entries()).extracting(AuditEntry::action).containsExactly("interaction.withdrawn");
        ask(run, Instant.now().minus(Duration.ofHours(25)));
        assertThat(entries())
                .extracting(AuditEntry::action)
                .containsExactly("interaction.withdrawn", "interaction.expired");
    }

    /** A replica that has read the question before another one writes. */
    private ClosedQuestionRepository found(ClosedQuestion question) {
        return new ClosedQuestionRepository() {
            @Override
            public Uni<List<ClosedQuestion>> unaudited() {
                return Uni.createFrom().item(List.of(question));
            }

            @Override
            public Uni<Boolean> audit(ClosedQuestion same, AuditRecord entry) {
                return closed.audit(same, entry);
            }
        };
    }

    private void ask(ClaimedRun run, Instant at) {
        done(questions.ask(Questions.asked(run, List.of(), at)));
    }

    /** All entries, after one more sweep. */
    private List<AuditEntry> entries() {
        done(new ClosedQuestionAudit(closed, published).sweep());
        assertThat(outbox()).isEqualTo(published.entries().size());
        return published.entries();
    }

    private static long outbox() {
        return done(pool.query("SELECT count(*) FROM runs.audit_outbox").execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
