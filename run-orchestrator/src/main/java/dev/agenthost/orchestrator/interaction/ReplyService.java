package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.event.ParentRun;
import dev.agenthost.protocol.event.TriggerSource;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Accepts a message of a platform as the response to the open question of its conversation, where the surface has no buttons. The run of
 * the message continues the one that asked, so no further event follows.
 */
public final class ReplyService {
    private static final Uni<ReplyOutcome> NO_REPLY = Uni.createFrom().item(new ReplyOutcome.NoReply());

    private final QuestionRepository repository;
    private final CallAudit audit;
    private final InstantSource clock;

    public ReplyService(QuestionRepository repository, CallAudit audit, InstantSource clock) {
        this.repository = repository;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * Returns the response that the message of the run is; the same for every attempt of the run. A message is no reply if no question is
     * open that this actor may answer with this text. A reply is held as the event of a button is
     * ({@link dev.agenthost.orchestrator.hostevent.HostEventRepository#claimDue()}).
     *
     * @param run of a runner that may ask
     */
    public Uni<ReplyOutcome> respond(ClaimedRun run) {
        EventEnvelope message = run.resolution().event();
        String text = message.input().text();
        if (!isReply(message) || text == null || text.isBlank()) {
            return NO_REPLY;
        }
        return repository
                .latest(message.workspaceId(), message.conversationKey(), message.eventId())
                .chain(found -> found.filter(question -> isFor(run, question))
                        .map(question -> respond(question, message, text))
                        .orElse(NO_REPLY));
    }

    private Uni<ReplyOutcome> respond(StoredQuestion stored, EventEnvelope message, String text) {
        StoredQuestion.Response before = stored.response();
        if (before != null) {
            return Uni.createFrom().item(new ReplyOutcome.Accepted(before.submission()));
        }
        Question question = stored.question();
        if (isShownWithButtons(question, message)) {
            return NO_REPLY;
        }
        return ReplyParser.parse(question.request(), text)
                .map(reply -> repository
                        .holdsEvents(question.run())
                        .chain(held -> held
                                ? Uni.createFrom().<ReplyOutcome>item(new ReplyOutcome.Held())
                                : store(question, message, reply)))
                .orElse(NO_REPLY);
    }

    private Uni<ReplyOutcome> store(Question question, EventEnvelope message, ReplyParser.Reply reply) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        InteractionSubmission submission = new InteractionSubmission(
                question.interactionId(), reply.actionId(), reply.values(), now.getEpochSecond());
        String actor = actor(message);
        AuditRecord entry = SubmissionAudit.of(question, reply.actionId(), actor, null, now);
        return repository
                .reply(
                        question.run(),
                        question.interactionId(),
                        new StoredQuestion.Response(submission, actor, now),
                        message,
                        entry)
                .map(stored -> {
                    if (!stored) {
                        return new ReplyOutcome.NoReply();
                    }
                    audit.publish(entry);
                    return new ReplyOutcome.Accepted(submission);
                });
    }

    private static boolean isReply(EventEnvelope message) {
        boolean isOfPlatform =
                message.source() == TriggerSource.PLATFORM || message.source() == TriggerSource.HOST_ADAPTER;
        return isOfPlatform
                && !(hasButtons(message) && hasForms(message))
                && message.eventType().equals(EventTypes.MESSAGE_RECEIVED);
    }

    private static boolean hasButtons(EventEnvelope message) {
        return message.delivery()
                .platformCapabilities()
                .path("supports_interactions")
                .asBoolean();
    }

    private static boolean hasForms(EventEnvelope message) {
        return message.delivery().platformCapabilities().path("supports_forms").asBoolean(true);
    }

    /** A surface that has buttons and no forms shows a question with fields as its text. */
    private static boolean isShownWithButtons(Question question, EventEnvelope message) {
        return hasButtons(message)
                && (hasForms(message) || question.request().fields().isEmpty());
    }

    /** A question of the same binding and runner, to this actor or to nobody in particular. */
    private static boolean isFor(ClaimedRun run, StoredQuestion stored) {
        Question question = stored.question();
        ParentRun asked = question.event().parent();
        String actor = actor(run.resolution().event());
        boolean isMeant = question.actors().isEmpty()
                || actor != null && question.actors().contains(actor);
        boolean isOfRunner = stored.response() != null
                || asked != null
                        && asked.bindingId().equals(run.binding().bindingId())
                        && asked.runnerId().equals(run.binding().runnerId());
        return isMeant && isOfRunner;
    }

    private static @Nullable String actor(EventEnvelope message) {
        ActorContext actor = message.actor();
        return actor == null ? null : actor.actorId();
    }
}
