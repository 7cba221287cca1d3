package dev.agenthost.context.run;

import dev.agenthost.protocol.store.RunContextQuestion;
import io.smallrye.mutiny.Uni;

/** Reads the context of an attempt before its runner starts, and raises the run's fence in the same transaction. */
public interface RunStartRepository {
    Uni<RunStart> open(RunContextQuestion question);
}
