package dev.agenthost.orchestrator.interaction.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.hostevent.postgres.PostgresHostEventRepository;
import dev.agenthost.orchestrator.interaction.Question;
import dev.agenthost.orchestrator.interaction.Questions;
import dev.agenthost.orchestrator.interaction.Submission;
import dev.agenthost.orchestrator.interaction.SubmissionOutcome;
import dev.agenthost.orchestrator.interaction.SubmissionService;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions and their responses, in a real database. */
class PostgresQuestionRepositoryTest {
    private static final Set<String> EVERY_BOT = Set.of("*");
    private static final String KEY = "key-1";
    private static RunsDatabase database;
    private static Pool pool;

    private final PostgresQuestionRepository questions = new PostgresQuestionRepository(pool);
    private final List<EventEnvelope> published = new CopyOnWriteArrayList<>();
    private boolean brokerIsUp = true;

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
        pool.query("TRUNCATE runs.audit_outbox, runs.interactions, runs.host_events")
                .executeAndAwait();
    }

    @Test
    void aLaterAttemptAsksTheSameQuestionUnderTheSameToken() {
        ClaimedRun run = ClaimedRuns.claimed();
        String first = done(questions.ask(Questions.asked(run, List.of(), Instant.now())));
        String again = done(questions.ask(Questions.asked(run, List.of("ada"), Instant.now())));

        assertThat(again).isEqualTo(first).hasSize(22);
        assertThat(done(questions.find(run.key(), "deploy-1"))
                        .orElseThrow()
                        .question()
                        .actors())
                .containsExactly("ada");
    }

    @Test
    void ofManyResponsesAtOnceOneCountsAndItsRepetitionsHaveItsResult() {
        Question question = Questions.asked(Instant.now());
        String token = done(questions.ask(question));
        List<Uni<SubmissionOutcome>> clicks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clicks.add(service()
                    .submit(question.run(), "deploy-1", response(token, i % 2 == 0 ? "approve" : "reject"), EVERY_BOT));
        }
        List<SubmissionOutcome> outcomes = done(Uni.join().all(clicks).andFailFast());

        Set<SubmissionOutcome> accepted = new HashSet<>(outcomes);
        accepted.removeIf(outcome -> outcome instanceof SubmissionOutcome.AnsweredBefore);
        assertThat(accepted).hasSize(1).first().isInstanceOf(SubmissionOutcome.Accepted.class);
        assertThat(outcomes).filteredOn(accepted::contains).hasSize(50);
        assertThat(published).hasSize(1);
        assertThat(count("SELECT count(*) FROM runs.audit_outbox")).isEqualTo(1);
    }

    @Test
    void aWithdrawnQuestionIsClosedAndOneOfAnotherRunIsNot() {
        Question question = Questions.asked(Instant.now());
        String token = done(questions.ask(question));

        done(questions.withdraw(ClaimedRuns.claimed(), "deploy-1"));
        done(questions.withdraw(continuing(question), "deploy-2"));
        assertThat(isOpen(question)).isTrue();

        done(questions.withdraw(continuing(question), "deploy-1"));
        assertThat(isOpen(question)).isFalse();
        assertThat(done(service().submit(question.run(), "deploy-1", response(token, "approve"), EVERY_BOT)))
                .isInstanceOf(SubmissionOutcome.Expired.class);
        assertThat(published).isEmpty();
    }

    @Test
    void aQuestionWithAResponseKeepsItWhateverIsWithdrawn() {
        Question question = Questions.asked(Instant.now());
        String token = done(questions.ask(question));
        Submission response = response(token, "approve");
        SubmissionOutcome first = done(service().submit(question.run(), "deploy-1", response, EVERY_BOT));

        done(questions.withdraw(continuing(question), "deploy-1"));

        assertThat(done(service().submit(question.run(), "deploy-1", response, EVERY_BOT)))
                .isEqualTo(first);
    }

    private static ClaimedRun continuing(Question question) {
        return ClaimedRuns.claimed(
                question.event(), ClaimedRuns.binding(), 1, Instant.now().plusSeconds(60));
    }

    private boolean isOpen(Question question) {
        return done(questions.find(question.run(), "deploy-1"))
                .orElseThrow()
                .question()
                .expiresAt()
                .isAfter(Instant.now());
    }

    @Test
    void aThousandDoubleClicksAreAThousandDecisions() {
        List<Uni<SubmissionOutcome>> clicks = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Question question = Questions.asked(Instant.now());
            String token = done(questions.ask(question));
            for (int click = 0; click < 2; click++) {
                clicks.add(service().submit(question.run(), "deploy-1", response(token, "approve"), EVERY_BOT));
            }
        }
        List<SubmissionOutcome> outcomes = Uni.join()
                .all(clicks)
                .usingConcurrencyOf(64)
                .andFailFast()
                .await()
                .atMost(Duration.ofMinutes(2));

        assertThat(outcomes).allMatch(SubmissionOutcome.Accepted.class::isInstance);
        assertThat(new HashSet<>(outcomes)).hasSize(1000);
        assertThat(count("SELECT count(*) FROM runs.host_events")).isEqualTo(1000);
        assertThat(count("SELECT count(*) FROM runs.audit_outbox")).isEqualTo(1000);
    }

    @Test
    void theEventHasTheResponseTheAskingRunAndItsConversation() {
        Question question = Questions.asked(Instant.now());
        String token = done(questions.ask(question));
        done(service()
                .submit(
                        question.run(),
                        "deploy-1",
                        new Submission(token, "approve", values("urgent"), "ada", KEY),
                        EVERY_BOT));

        EventEnvelope event = published.getFirst();
        assertThat(event.eventType()).isEqualTo("interaction.submitted");
        assertThat(event.parent().runId()).isEqualTo(question.run().runId());
        assertThat(event.conversationKey()).isEqualTo(question.event().conversationKey());
        assertThat(event.actor().actorId()).isEqualTo("ada");
        assertThat(event.input().interaction().actionId()).isEqualTo("approve");
        assertThat(event.input().text()).isEqualTo("Deploy?\nApprove\nPriority: Urgent");
        assertThat(event.fingerprint()).hasSize(64);
    }

    @Test
    void theAuditHasTheKeyOfAResponseThatNamesNobody() {
        Question question = Questions.asked(Instant.now());
        String token = done(questions.ask(question));

        done(service().submit(question.run(), "deploy-1", response(token, "approve"), EVERY_BOT));

        assertThat(count("SELECT count(*) FROM runs.audit_outbox WHERE entry::json ->> 'detail' = 'key " + KEY
                        + "' AND entry::json ->> 'scope' = 'approve' AND entry::json ->> 'actor' IS NULL"))
                .isEqualTo(1);
    }

    @Test
    void anEventThatKafkaDidNotTakeIsPublishedLater() {
        Question question = Questions.asked(Instant.now());
        String token = done(questions.ask(question));
        brokerIsUp = false;
        SubmissionOutcome outcome =
                done(service().submit(question.run(), "deploy-1", response(token, "approve"), EVERY_BOT));
        assertThat(outcome).isInstanceOf(SubmissionOutcome.Accepted.class);
        assertThat(published).isEmpty();

        pool.query("UPDATE runs.host_events SET publish_after = clock_timestamp() - interval '1 second'")
                .executeAndAwait();
        brokerIsUp = true;
        done(outbox().sweep());
        assertThat(published).hasSize(1);
        assertThat(done(new PostgresHostEventRepository(pool).claimDue())).isEmpty();
        assertThat(count("SELECT count(*) FROM runs.host_events WHERE publish_after IS NULL"))
                .isEqualTo(1);
    }

    @Test
    void aQuestionIsVisibleWithItsTokenToItsWorkspaceAndBotOnly() {
        Question question = Questions.asked(Instant.now());
        String token = done(questions.ask(question));
        SubmissionOutcome unknown = new SubmissionOutcome.Unknown();

        assertThat(submit(question, "deploy-2", response(token, "approve"), EVERY_BOT))
                .isEqualTo(unknown);
        assertThat(submit(question, "deploy-1", response(token + "x", "approve"), EVERY_BOT))
                .isEqualTo(unknown);
        assertThat(submit(question, "deploy-1", response(token, "approve"), Set.of("another")))
                .isEqualTo(unknown);
        assertThat(submit(
                        question,
                        "deploy-1",
                        response(token, "approve"),
                        Set.of(question.event().botId())))
                .isInstanceOf(SubmissionOutcome.Accepted.class);
    }

    @Test
    void onlyThoseWhoAreNamedRespond() {
        Question question = Questions.asked(ClaimedRuns.claimed(), List.of("ada"), Instant.now());
        String token = done(questions.ask(question));
        Submission byBob = new Submission(token, "approve", values("normal"), "bob", KEY);

        assertThat(submit(question, "deploy-1", byBob, EVERY_BOT)).isInstanceOf(SubmissionOutcome.NotAsked.class);
        assertThat(submit(question, "deploy-1", response(token, "approve"), EVERY_BOT))
                .isInstanceOf(SubmissionOutcome.NotAsked.class);
        assertThat(submit(
                        question,
                        "deploy-1",
                        new Submission(token, "approve", values("normal"), "ada", KEY),
                        EVERY_BOT))
                .isInstanceOf(SubmissionOutcome.Accepted.class);
    }

    @Test
    void aQuestionExpires() {
        Question question = Questions.asked(Instant.now().minus(Duration.ofHours(24)));
        String token = done(questions.ask(question));

        assertThat(submit(question, "deploy-1", response(token, "approve"), EVERY_BOT))
                .isEqualTo(new SubmissionOutcome.Expired(question.expiresAt()));
    }

    private SubmissionOutcome submit(Question question, String id, Submission submission, Set<String> bots) {
        return done(service().submit(question.run(), id, submission, bots));
    }

    private SubmissionService service() {
        return new SubmissionService(questions, outbox(), new CallAudit(new NoTrail()), InstantSource.system());
    }

    private HostEventOutbox outbox() {
        return new HostEventOutbox(new PostgresHostEventRepository(pool), event -> {
            if (!brokerIsUp) {
                return Uni.createFrom().failure(new IllegalStateException("no broker"));
            }
            published.add(event);
            return Uni.createFrom().voidItem();
        });
    }

    private static Submission response(String token, String action) {
        return new Submission(token, action, values("normal"), null, KEY);
    }

    private static ObjectNode values(String priority) {
        return ProtocolCodec.mapper().createObjectNode().put("priority", priority);
    }

    private static long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }

    private static <T> T done(Uni<T> work) {
        return work.await().atMost(Duration.ofSeconds(20));
    }
}
