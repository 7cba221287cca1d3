package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.intake.Batch;

/** The parameters that move the offsets of a batch. */
final class OffsetColumns {
    private OffsetColumns() {}

    static Columns of(Batch batch) {
        Columns columns = new Columns(String.class, Integer.class, Long.class, Long.class);
        batch.advances()
                .forEach((partition, advance) ->
                        columns.add(partition.topic(), partition.partition(), advance.expected(), advance.next()));
        return columns;
    }
}
