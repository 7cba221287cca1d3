package dev.agenthost.context.eventlog.postgres;

import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PartitionRef;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Stores offsets in {@code context.applied_offsets}. Inserts the row of a new partition, so that it can be updated. */
public final class PostgresOffsetRepository implements OffsetRepository {
    private static final String READ = """
            select o.topic, o.partition, o.next_offset
            from unnest($1::text[], $2::int[]) as p (topic, partition)
            join context.applied_offsets o on o.topic = p.topic and o.partition = p.partition
            """;
    private static final String ENSURE = """
            insert into context.applied_offsets (topic, partition, next_offset)
            select topic, partition, 0 from unnest($1::text[], $2::int[]) as p (topic, partition)
            order by topic, partition
            on conflict do nothing
            """;

    private final Pool pool;

    public PostgresOffsetRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Map<PartitionRef, Long>> load(Collection<PartitionRef> partitions) {
        return read(partitions)
                .chain(found -> found.size() == partitions.size()
                        ? Uni.createFrom().item(found)
                        : pool.preparedQuery(ENSURE).execute(keys(partitions)).chain(() -> read(partitions)));
    }

    private Uni<Map<PartitionRef, Long>> read(Collection<PartitionRef> partitions) {
        return pool.preparedQuery(READ).execute(keys(partitions)).map(rows -> {
            Map<PartitionRef, Long> found = new HashMap<>();
            rows.forEach(row -> found.put(new PartitionRef(row.getString(0), row.getInteger(1)), row.getLong(2)));
            return found;
        });
    }

    private static Tuple keys(Collection<PartitionRef> partitions) {
        return Tuple.of(
                partitions.stream().map(PartitionRef::topic).toArray(String[]::new),
                partitions.stream().map(PartitionRef::partition).toArray(Integer[]::new));
    }
}
