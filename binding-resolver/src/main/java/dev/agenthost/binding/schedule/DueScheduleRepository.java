package dev.agenthost.binding.schedule;

import io.smallrye.mutiny.Uni;

/** The schedules that are due. */
public interface DueScheduleRepository {
    /**
     * Stores the events of due schedules and their next times in one transaction.
     *
     * @param limit most schedules
     * @return the number of schedules
     */
    Uni<Integer> fire(int limit);
}
