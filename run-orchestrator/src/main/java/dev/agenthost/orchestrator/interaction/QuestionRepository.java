package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.event.EventEnvelope;
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

    Uni<Optional<StoredQuestion>> find(RunKey run, String interactionId);

    /** Returns the questions of a run, the oldest first, at most 100. */
    Uni<List<StoredQuestion>> list(RunKey run);

    /**
     * Stores the response, its event and the audit entry in one transaction, if the question is open.
     *
     * @return false if it has a response already or has expired
     */
    Uni<Boolean> respond(
            RunKey run, String interactionId, StoredQuestion.Response response, EventEnvelope event, AuditRecord audit);
}
