package dev.agenthost.context.transcript;

import dev.agenthost.protocol.store.history.RunResultsAnswer;
import dev.agenthost.protocol.store.history.RunResultsQuestion;
import io.smallrye.mutiny.Uni;

/** Reads the results of a run, in the order of their positions, without deltas. */
public interface RunResultRepository {
    Uni<RunResultsAnswer> page(RunResultsQuestion question);
}
