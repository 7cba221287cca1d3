package dev.agenthost.platform.kafka.postgres;

import dev.agenthost.platform.kafka.AppliedOffset;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.OffsetAdvance;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code applied_offsets} of a schema. Its rows change by compare-and-set when a partition is assigned, and move forwards in the
 * transactions of the service: {@link #advance(String, int)} is the statement for those.
 */
public final class PostgresAppliedOffsetRepository implements AppliedOffsetRepository {
    private final Pool pool;
    private final String load;
    private final String replace;

    public PostgresAppliedOffsetRepository(Pool pool, String schema) {
        this.pool = pool;
        this.load = """
                SELECT o.topic, o.partition, o.topic_id, o.next_offset FROM %s.applied_offsets o
                JOIN unnest($1::text[], $2::int[]) AS p (topic, partition) USING (topic, partition)
                """.formatted(schema);
        this.replace = """
                WITH given AS (
                    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])
                        AS g (topic, partition, topic_id, next_offset, loaded_id, loaded_offset)),
                replaced AS (
                    UPDATE %1$s.applied_offsets o SET topic_id = g.topic_id, next_offset = g.next_offset FROM given g
                    WHERE o.topic = g.topic AND o.partition = g.partition
                        AND o.topic_id = g.loaded_id AND o.next_offset = g.loaded_offset)
                INSERT INTO %1$s.applied_offsets (topic, partition, topic_id, next_offset)
                SELECT topic, partition, topic_id, next_offset FROM given
                ON CONFLICT DO NOTHING
                """.formatted(schema);
    }

    /**
     * Returns the statement that moves offsets of a schema forwards, never backwards, and returns a row for each of them; an offset that is
     * lower than expected does not move. Its parameters from that number on are {@link #columns(List)}.
     */
    public static String advance(String schema, int first) {
        return """
                UPDATE %1$s.applied_offsets o SET next_offset = greatest(o.next_offset, a.next)
                FROM unnest($%2$d::text[], $%3$d::int[], $%4$d::bigint[], $%5$d::bigint[]) AS a (topic, partition, expected, next)
                WHERE o.topic = a.topic AND o.partition = a.partition AND o.next_offset >= a.expected
                RETURNING o.partition
                """.formatted(schema, first, first + 1, first + 2, first + 3);
    }

    /** Returns topics, partitions, expected and next offsets, each as one array. */
    public static Object[] columns(List<OffsetAdvance> advances) {
        return new Object[] {
            advances.stream().map(OffsetAdvance::topic).toArray(String[]::new),
            advances.stream().map(OffsetAdvance::partition).toArray(Integer[]::new),
            advances.stream().map(OffsetAdvance::expected).toArray(Long[]::new),
            advances.stream().map(OffsetAdvance::next).toArray(Long[]::new)
        };
    }

    /** @throws IllegalStateException if fewer offsets than these have moved: the database is an earlier copy of itself */
    public static void requireMoved(List<OffsetAdvance> advances, long moved) {
        if (moved < advances.size()) {
            throw new IllegalStateException(
                    "the applied offsets are lower than they were: the database was restored, and this process has to be restarted");
        }
    }

    @Override
    public Uni<Map<TopicPartition, AppliedOffset>> load(Collection<TopicPartition> partitions) {
        return pool.preparedQuery(load)
                .execute(Tuple.of(topics(partitions), numbers(partitions)))
                .map(rows -> {
                    Map<TopicPartition, AppliedOffset> found = new HashMap<>();
                    rows.forEach(row -> found.put(
                            new TopicPartition(row.getString(0), row.getInteger(1)),
                            new AppliedOffset(row.getString(2), row.getLong(3))));
                    return found;
                });
    }

    @Override
    public Uni<Void> replace(Map<TopicPartition, AppliedOffset> offsets, Map<TopicPartition, AppliedOffset> loaded) {
        List<TopicPartition> partitions = new ArrayList<>();
        List<AppliedOffset> given = new ArrayList<>();
        offsets.forEach((partition, offset) -> {
            partitions.add(partition);
            given.add(offset);
        });
        @Nullable String[] loadedIds = new @Nullable String[partitions.size()];
        @Nullable Long[] loadedOffsets = new @Nullable Long[partitions.size()];
        for (int i = 0; i < partitions.size(); i++) {
            AppliedOffset before = loaded.get(partitions.get(i));
            loadedIds[i] = before == null ? null : before.topicId();
            loadedOffsets[i] = before == null ? null : before.next();
        }
        return pool.preparedQuery(replace)
                .execute(Tuple.of(
                        topics(partitions),
                        numbers(partitions),
                        given.stream().map(AppliedOffset::topicId).toArray(String[]::new),
                        given.stream().map(AppliedOffset::next).toArray(Long[]::new),
                        loadedIds,
                        loadedOffsets))
                .replaceWithVoid();
    }

    private static String[] topics(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).toArray(String[]::new);
    }

    private static Integer[] numbers(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::partition).toArray(Integer[]::new);
    }
}
