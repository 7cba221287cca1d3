package dev.agenthost.orchestrator.interaction.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.hostevent.postgres.PostgresHostEventRepository;
import dev.agenthost.orchestrator.interaction.FormOutcome;
import dev.agenthost.orchestrator.interaction.Question;
import dev.agenthost.orchestrator.interaction.Questions;
import dev.agenthost.orchestrator.interaction.SubmissionOutcome;
import dev.agenthost.orchestrator.interaction.SubmissionService;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.InteractionRequest;
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
import org.junit.jupiter.api.Test;

/** Forms of questions that persons open and submit on the platforms of bots, in a real database. */
class QuestionFormTest {
    private static final InteractionRequest WITHOUT_ACTIONS = Questions.read("""
            {"interaction_id":"name-1","title":"Name?","fallback_text":"Reply with the name.",
             "fields":[{"id":"name","label":"Name","type":"text"}]}""");

    private static RunsDatabase database;
    private static Pool pool;

    private final PostgresQuestionRepository questions = new PostgresQuestionRepository(pool);
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

    @Test
    void theFormIsTheQuestionWithItsTimeLimit() {
        ButtonPress press = asked(Questions.deployment(), List.of("ada"), Instant.now());

        assertThat(opened(press)).isInstanceOfSatisfying(FormOutcome.Open.class, open -> {
            assertThat(open.question().fields())
                    .isEqualTo(Questions.deployment().fields());
            assertThat(open.question().expiresAt()).isNotNull();
        });
        assertThat(submitted(press, "urgent")).isInstanceOf(SubmissionOutcome.Accepted.class);
        assertThat(published).singleElement().satisfies(event -> {
            assertThat(event.input().interaction().actionId()).isEqualTo("reject");
            assertThat(event.input().interaction().values()).isEqualTo(values("urgent"));
            assertThat(event.actor().actorId()).isEqualTo("ada");
        });
    }

    @Test
    void whoeverCannotRespondOpensNoForm() {
        ButtonPress press = asked(Questions.deployment(), List.of("ada"), Instant.now());
        ButtonPress old = asked(Questions.deployment(), List.of(), Instant.now().minus(Duration.ofHours(25)));

        assertThat(refused(by(press, "bob"))).isInstanceOf(SubmissionOutcome.NotAsked.class);
        assertThat(refused(old)).isInstanceOf(SubmissionOutcome.Expired.class);
        assertThat(refused(with(press, press.botId(), "guessed", 1))).isInstanceOf(SubmissionOutcome.Unknown.class);
        assertThat(refused(with(press, "another", press.token(), 1))).isInstanceOf(SubmissionOutcome.Unknown.class);
        assertThat(refused(with(press, press.botId(), press.token(), 2))).isInstanceOf(SubmissionOutcome.Unknown.class);
        submitted(press, "normal");
        assertThat(refused(press)).isInstanceOf(SubmissionOutcome.AnsweredBefore.class);
    }

    @Test
    void aSubmissionIsCheckedAsThePressIs() {
        ButtonPress press = asked(Questions.deployment(), List.of("ada"), Instant.now());

        assertThat(submitted(by(press, "bob"), "normal")).isInstanceOf(SubmissionOutcome.NotAsked.class);
        assertThat(submitted(with(press, press.botId(), "guessed", 1), "normal"))
                .isInstanceOf(SubmissionOutcome.Unknown.class);
        assertThat(submitted(press, "later"))
                .isEqualTo(new SubmissionOutcome.Invalid("values.priority", "must be one of [normal, urgent]"));
        assertThat(opened(press)).as("the question stays open").isInstanceOf(FormOutcome.Open.class);
        assertThat(published).isEmpty();
    }

    /** The form of an empty response is opened again as that of any other one: nobody knows what will be filled in. */
    @Test
    void aQuestionWithoutActionsHasOneButton() {
        ButtonPress second = asked(WITHOUT_ACTIONS, List.of("ada"), Instant.now());
        ButtonPress first = with(second, second.botId(), second.token(), 0);
        FormSubmission empty = new FormSubmission(first, ProtocolCodec.mapper().createObjectNode());

        assertThat(opened(first)).isInstanceOf(FormOutcome.Open.class);
        assertThat(refused(second)).isInstanceOf(SubmissionOutcome.Unknown.class);
        assertThat(done(service().press(first))).as("a plain press").isInstanceOf(SubmissionOutcome.Unknown.class);
        assertThat(done(service().submitForm(empty))).isInstanceOf(SubmissionOutcome.Accepted.class);
        assertThat(refused(first)).isInstanceOf(SubmissionOutcome.AnsweredBefore.class);
        assertThat(published).singleElement().satisfies(event -> assertThat(
                        event.input().interaction().actionId())
                .isNull());
    }

    @Test
    void ofManySubmissionsAtOnceOneCounts() {
        ButtonPress press = asked(Questions.deployment(), List.of("ada"), Instant.now());
        List<Uni<SubmissionOutcome>> clicks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clicks.add(service().submitForm(new FormSubmission(press, values(i % 2 == 0 ? "normal" : "urgent"))));
        }
        List<SubmissionOutcome> outcomes = done(Uni.join().all(clicks).andFailFast());

        Set<SubmissionOutcome> accepted = new HashSet<>(outcomes);
        accepted.removeIf(outcome -> outcome instanceof SubmissionOutcome.AnsweredBefore);
        assertThat(accepted).hasSize(1).first().isInstanceOf(SubmissionOutcome.Accepted.class);
        assertThat(outcomes).filteredOn(accepted::contains).hasSize(50);
        assertThat(published).hasSize(1);
    }

    /** Returns the press of the second button by ada. */
    private ButtonPress asked(InteractionRequest request, List<String> actors, Instant at) {
        ClaimedRun run = ClaimedRuns.claimed();
        Question question = Question.of(run, request, actors, at);
        String token = done(questions.ask(question));
        return new ButtonPress(
                question.run().workspaceId(),
                question.event().botId(),
                question.run().runId(),
                token,
                1,
                "ada");
    }

    private static ButtonPress by(ButtonPress press, String actor) {
        return new ButtonPress(press.workspaceId(), press.botId(), press.runId(), press.token(), press.action(), actor);
    }

    private static ButtonPress with(ButtonPress press, String bot, String token, int action) {
        return new ButtonPress(press.workspaceId(), bot, press.runId(), token, action, press.actorId());
    }

    private FormOutcome opened(ButtonPress press) {
        return done(service().openForm(press));
    }

    private SubmissionOutcome refused(ButtonPress press) {
        return ((FormOutcome.Refused) opened(press)).reason();
    }

    private SubmissionOutcome submitted(ButtonPress press, String priority) {
        return done(service().submitForm(new FormSubmission(press, values(priority))));
    }

    private SubmissionService service() {
        HostEventOutbox outbox = new HostEventOutbox(new PostgresHostEventRepository(pool), event -> {
            published.add(event);
            return Uni.createFrom().voidItem();
        });
        CallAudit audit = new CallAudit(new NoTrail());
        return new SubmissionService(questions, outbox, audit, InstantSource.system());
    }

    private static ObjectNode values(String priority) {
        return ProtocolCodec.mapper().createObjectNode().put("priority", priority);
    }

    private static <T> T done(Uni<T> work) {
        return work.await().atMost(Duration.ofSeconds(20));
    }
}
