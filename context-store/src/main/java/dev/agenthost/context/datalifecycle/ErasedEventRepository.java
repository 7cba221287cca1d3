package dev.agenthost.context.datalifecycle;

import dev.agenthost.protocol.store.ErasedEventsAnswer;
import dev.agenthost.protocol.store.ErasedEventsQuestion;
import io.smallrye.mutiny.Uni;

/** Reads the events that erasures have erased in the last 35 days, for services that store data of their runs. */
public interface ErasedEventRepository {
    /** Returns erased events in the order of their erasure. An event that is erased later never precedes one of an earlier answer. */
    Uni<ErasedEventsAnswer> page(ErasedEventsQuestion question);
}
