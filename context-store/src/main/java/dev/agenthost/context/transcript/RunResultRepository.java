package dev.agenthost.context.transcript;

import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import io.smallrye.mutiny.Uni;

/** Where the results of a run are read, in the order of their positions. Deltas are not among them. */
public interface RunResultRepository {
    Uni<RunResultsAnswer> page(RunResultsQuestion question);
}
