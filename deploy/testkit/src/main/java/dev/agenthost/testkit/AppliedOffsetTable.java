package dev.agenthost.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/**
 * The offsets that the service under test has stored of a topic, and its consumer group, which a test makes start again.
 *
 * @param schema of the service, in the database of {@link PostgresTestDatabase}
 */
public record AppliedOffsetTable(String schema, String topic, String group) {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** Returns the stored offset of a partition. */
    public long next(int partition) {
        return number(
                "SELECT next_offset FROM " + schema + ".applied_offsets WHERE topic = ? AND partition = ?",
                topic,
                partition);
    }

    /** Stores an offset, as a restored database has it. */
    public void put(int partition, long next) {
        execute(
                "UPDATE " + schema + ".applied_offsets SET next_offset = ? WHERE topic = ? AND partition = ?",
                next,
                topic,
                partition);
    }

    /** Stores the id of another topic with all offsets, as if the topic had been deleted and created again. */
    public void beOfAnotherTopic() {
        execute("UPDATE " + schema + ".applied_offsets SET topic_id = 'another' WHERE topic = ?", topic);
    }

    /**
     * Takes partitions away from the service and gives them back.
     *
     * @param committed the offset of partition 0 that its group has committed then
     */
    public void reassign(Long... committed) {
        // The smallest id: the assignor gives partition 0 to it.
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                KafkaTestBroker.bootstrapServers(),
                "group.id",
                group,
                "client.id",
                "0",
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false);
        TopicPartition first = new TopicPartition(topic, 0);
        try (var member = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            member.subscribe(List.of(topic));
            Awaitility.await().atMost(LONGEST).until(() -> {
                member.poll(Duration.ofMillis(50));
                return member.assignment().contains(first);
            });
            for (Long offset : committed) {
                member.commitSync(Map.of(first, new OffsetAndMetadata(offset)));
            }
        }
    }

    /** Executes a statement. */
    public void execute(String sql, Object... values) {
        try (Connection connection = connection();
                PreparedStatement statement = prepared(connection, sql, values)) {
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the number that a query answers; -1 if it has no row. */
    public long number(String sql, Object... values) {
        try (Connection connection = connection();
                PreparedStatement statement = prepared(connection, sql, values);
                var rows = statement.executeQuery()) {
            return rows.next() ? rows.getLong(1) : -1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private static Connection connection() throws SQLException {
        var at = PostgresTestDatabase.current();
        return DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
    }
}
