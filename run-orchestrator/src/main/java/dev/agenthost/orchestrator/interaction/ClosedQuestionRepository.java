package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Questions that were closed without a response and have no audit entry of that. Every method fails if the database is unavailable. */
public interface ClosedQuestionRepository {
    /** The most questions of one {@link #unaudited()}. */
    int MOST = 500;

    /** Returns the questions that were closed first. */
    Uni<List<ClosedQuestion>> unaudited();

    /**
     * Stores the audit entry, unless another replica has stored one or the question was asked again meanwhile.
     *
     * @return true if it is stored
     */
    Uni<Boolean> audit(ClosedQuestion question, AuditRecord entry);
}
