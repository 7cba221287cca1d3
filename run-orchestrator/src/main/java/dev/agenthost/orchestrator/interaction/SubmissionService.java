package dev.agenthost.orchestrator.interaction;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.id.RunIds;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Accepts responses to questions. The first one counts, on any number of replicas; it leads to one event and so to one run. */
public final class SubmissionService {
    private final QuestionRepository repository;
    private final HostEventOutbox outbox;
    private final CallAudit audit;
    private final InstantSource clock;

    public SubmissionService(
            QuestionRepository repository, HostEventOutbox outbox, CallAudit audit, InstantSource clock) {
        this.repository = repository;
        this.outbox = outbox;
        this.audit = audit;
        this.clock = clock;
    }

    /** @param bots that the caller may act for; {@code *} for every bot */
    public Uni<SubmissionOutcome> submit(RunKey run, String interactionId, Submission submission, Set<String> bots) {
        return repository.find(run, interactionId).chain(found -> found.filter(
                        question -> isVisible(question, submission, bots))
                .map(question -> decide(run, question, submission))
                .orElseGet(() -> Uni.createFrom().item(new SubmissionOutcome.Unknown())));
    }

    /** Accepts a pressed button, which names its question by the token and itself by its place. */
    public Uni<SubmissionOutcome> press(ButtonPress press) {
        RunKey run = new RunKey(press.workspaceId(), press.runId());
        return repository.list(run).chain(questions -> questions.stream()
                .filter(question ->
                        press.action() < question.question().request().actions().size())
                .filter(question -> isVisible(question, submission(question, press), Set.of(press.botId())))
                .findFirst()
                .map(question -> decide(run, question, submission(question, press)))
                .orElseGet(() -> Uni.createFrom().item(new SubmissionOutcome.Unknown())));
    }

    private static Submission submission(StoredQuestion stored, ButtonPress press) {
        return new Submission(
                press.token(),
                stored.question().request().actions().get(press.action()).id(),
                JsonNodeFactory.instance.objectNode(),
                press.actorId(),
                "of the bot " + press.botId());
    }

    private Uni<SubmissionOutcome> decide(RunKey run, StoredQuestion stored, Submission submission) {
        Question question = stored.question();
        String actor = submission.actorId();
        if (!question.actors().isEmpty() && (actor == null || !question.actors().contains(actor))) {
            return Uni.createFrom().item(new SubmissionOutcome.NotAsked());
        }
        if (stored.response() != null) {
            return Uni.createFrom().item(repeated(stored, stored.response(), submission));
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (!now.isBefore(question.expiresAt())) {
            return Uni.createFrom().item(new SubmissionOutcome.Expired(question.expiresAt()));
        }
        return SubmissionRules.violation(question.request(), submission.actionId(), submission.values())
                .map(invalid -> Uni.createFrom().<SubmissionOutcome>item(invalid))
                .orElseGet(() -> store(run, question, submission, now));
    }

    private Uni<SubmissionOutcome> store(RunKey run, Question question, Submission submission, Instant now) {
        InteractionSubmission input = new InteractionSubmission(
                question.interactionId(), submission.actionId(), submission.values(), now.getEpochSecond());
        EventEnvelope event = SubmissionEvents.submitted(question, input, submission.actorId(), now);
        AuditRecord entry =
                SubmissionAudit.of(question, submission.actionId(), submission.actorId(), submission.keyId(), now);
        return repository
                .respond(
                        run,
                        question.interactionId(),
                        new StoredQuestion.Response(input, submission.actorId(), now),
                        event,
                        entry)
                .chain(outcome -> {
                    if (outcome == ResponseOutcome.CLOSED) {
                        return repository
                                .find(run, question.interactionId())
                                .map(again -> lost(again, submission, question));
                    }
                    FailPoint.at("orchestrator.97-response-stored");
                    audit.publish(entry);
                    if (outcome == ResponseOutcome.STORED) {
                        outbox.publish(event);
                    }
                    return Uni.createFrom().item(accepted(event, now));
                });
    }

    /** Another response was stored meanwhile, or the question has expired. */
    private static SubmissionOutcome lost(Optional<StoredQuestion> now, Submission submission, Question question) {
        return now.filter(stored -> stored.response() != null)
                .map(stored -> repeated(stored, Objects.requireNonNull(stored.response()), submission))
                .orElseGet(() -> new SubmissionOutcome.Expired(question.expiresAt()));
    }

    private static SubmissionOutcome repeated(
            StoredQuestion stored, StoredQuestion.Response first, Submission submission) {
        boolean isSame = Objects.equals(first.actorId(), submission.actorId())
                && Objects.equals(first.submission().actionId(), submission.actionId())
                && first.submission().values().equals(submission.values());
        return isSame
                ? accepted(stored.event(), first.at())
                : new SubmissionOutcome.AnsweredBefore(first.actorId(), first.at());
    }

    private static SubmissionOutcome accepted(EventEnvelope event, Instant at) {
        return new SubmissionOutcome.Accepted(event.eventId(), RunIds.of(event.workspaceId(), event.eventId(), 0), at);
    }

    private static boolean isVisible(StoredQuestion question, Submission submission, Set<String> bots) {
        return question.isVisibleTo(bots)
                && MessageDigest.isEqual(
                        question.token().getBytes(StandardCharsets.UTF_8),
                        submission.token().getBytes(StandardCharsets.UTF_8));
    }
}
