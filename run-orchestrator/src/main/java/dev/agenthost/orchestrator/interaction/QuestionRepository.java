package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Stores questions and their responses. Every method fails if the database is unavailable. */
public interface QuestionRepository {
    /**
     * Stores a question. A later attempt that asks it again replaces it, unless it has a response; the token stays.
     *
     * @return the token of the question
     */
    Uni<String> ask(Question question);

    /**
     * Closes a question that has no response, if the run or one that it continues has asked it. Any other id changes nothing.
     *
     * @param run that withdraws the question
     */
    Uni<Void> withdraw(ClaimedRun run, String interactionId);

    Uni<Optional<StoredQuestion>> find(RunKey run, String interactionId);

    /**
     * Returns the question of a conversation that the event has answered, else the latest one that is open.
     *
     * @param event a message in the conversation
     */
    Uni<Optional<StoredQuestion>> latest(String workspaceId, ConversationKey conversation, EventId event);

    /** Returns true while an event that continues the run would begin beside it: the run takes no turn, and has not ended. */
    Uni<Boolean> holdsEvents(RunKey run);

    /** Returns the questions of a run, the oldest first, at most 100. */
    Uni<List<StoredQuestion>> list(RunKey run);

    /**
     * Stores the response, its event and the audit entry in one transaction, if the question is open. The event is held as
     * {@link dev.agenthost.orchestrator.hostevent.HostEventRepository#claimDue()} states.
     */
    Uni<ResponseOutcome> respond(
            RunKey run, String interactionId, StoredQuestion.Response response, EventEnvelope event, AuditRecord audit);

    /**
     * Stores a message as the response, with the audit entry, if the question is open. No event follows.
     *
     * @return false if it has a response already or has expired
     */
    Uni<Boolean> reply(
            RunKey run,
            String interactionId,
            StoredQuestion.Response response,
            EventEnvelope message,
            AuditRecord audit);
}
