package dev.agenthost.context.results;

import dev.agenthost.protocol.store.results.RunResultsAnswer;
import dev.agenthost.protocol.store.results.RunResultsQuestion;
import io.smallrye.mutiny.Uni;

/** Where the results of a run are read, in the order of their positions. Deltas are not among them. */
public interface Results {
    Uni<RunResultsAnswer> page(RunResultsQuestion question);
}
