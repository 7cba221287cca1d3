package dev.agenthost.orchestrator.interaction;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Accepts responses to questions. The first one counts, on any number of replicas; it leads to one event and so to one run. */
public final class SubmissionService {
    private static final ObjectNode NO_VALUES = JsonNodeFactory.instance.objectNode();

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
                .orElseGet(SubmissionService::unknown));
    }

    /** Accepts a pressed button, which names its question by the token and itself by its place. */
    public Uni<SubmissionOutcome> press(ButtonPress press) {
        return find(press, true).chain(found -> found.map(
                        question -> decide(run(press), question, submission(question, press, NO_VALUES)))
                .orElseGet(SubmissionService::unknown));
    }

    /** Checks a button that opens the form of its question; stores nothing. */
    public Uni<FormOutcome> openForm(ButtonPress press) {
        return find(press, false).map(found -> found.map(question -> form(question, press))
                .orElseGet(() -> new FormOutcome.Refused(new SubmissionOutcome.Unknown())));
    }

    private FormOutcome form(StoredQuestion stored, ButtonPress press) {
        StoredQuestion.Response response = stored.response();
        return refusal(stored, submission(stored, press, NO_VALUES), now())
                // What the person would fill in is not known yet, so no response is a repetition.
                .map(refusal -> refusal instanceof SubmissionOutcome.Accepted && response != null
                        ? new SubmissionOutcome.AnsweredBefore(response.actorId(), response.at())
                        : refusal)
                .<FormOutcome>map(FormOutcome.Refused::new)
                .orElseGet(() -> new FormOutcome.Open(stored.question().request()));
    }

    /** Accepts a filled-in form, which names its question and its button as {@link #press} does. */
    public Uni<SubmissionOutcome> submitForm(FormSubmission form) {
        ButtonPress press = form.press();
        return find(press, false).chain(found -> found.map(
                        question -> decide(run(press), question, submission(question, press, form.values())))
                .orElseGet(SubmissionService::unknown));
    }

    /** @param needsAction false for the form of a question without actions, whose only button is the first */
    private Uni<Optional<StoredQuestion>> find(ButtonPress press, boolean needsAction) {
        return repository.list(run(press)).map(questions -> questions.stream()
                .filter(question -> isButton(question.question().request(), press.action(), needsAction))
                .filter(question -> isVisible(question, submission(question, press, NO_VALUES), Set.of(press.botId())))
                .findFirst());
    }

    private static boolean isButton(InteractionRequest request, int place, boolean needsAction) {
        int actions = request.actions().size();
        return place < (needsAction ? actions : Math.max(1, actions));
    }

    private static RunKey run(ButtonPress press) {
        return new RunKey(press.workspaceId(), press.runId());
    }

    private static Submission submission(StoredQuestion stored, ButtonPress press, ObjectNode values) {
        List<InteractionAction> actions = stored.question().request().actions();
        return new Submission(
                press.token(),
                actions.isEmpty() ? null : actions.get(press.action()).id(),
                values,
                press.actorId(),
                "of the bot " + press.botId());
    }

    private Uni<SubmissionOutcome> decide(RunKey run, StoredQuestion stored, Submission submission) {
        Question question = stored.question();
        Instant now = now();
        return refusal(stored, submission, now)
                .or(() -> SubmissionRules.violation(question.request(), submission.actionId(), submission.values()))
                .map(refusal -> Uni.createFrom().item(refusal))
                .orElseGet(() -> store(run, question, submission, now));
    }

    /** Returns the outcome of a submission that is not to be stored, whatever its values are; empty for one that is. */
    private static Optional<SubmissionOutcome> refusal(StoredQuestion stored, Submission submission, Instant now) {
        Question question = stored.question();
        String actor = submission.actorId();
        if (!question.actors().isEmpty() && (actor == null || !question.actors().contains(actor))) {
            return Optional.of(new SubmissionOutcome.NotAsked());
        }
        if (stored.response() != null) {
            return Optional.of(repeated(stored, stored.response(), submission));
        }
        return now.isBefore(question.expiresAt())
                ? Optional.empty()
                : Optional.of(new SubmissionOutcome.Expired(question.expiresAt()));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static Uni<SubmissionOutcome> unknown() {
        return Uni.createFrom().item(new SubmissionOutcome.Unknown());
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
