package dev.agenthost.context.run;

import dev.agenthost.protocol.store.RunContextQuestion;
import io.smallrye.mutiny.Uni;

/** Answers the question that every attempt asks before its runner starts, and raises the run's fence in the same breath. */
public interface RunStartRepository {
    Uni<RunStart> open(RunContextQuestion question);
}
