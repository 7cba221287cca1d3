package dev.agenthost.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class TestServersTest {
    @Test
    void brokerTakesARecordOnATopicMadeForIt() throws Exception {
        var servers = new KafkaTestBroker().start().get("kafka.bootstrap.servers");
        KafkaTestBroker.createTopics("servers.test");
        KafkaTestBroker.createTopics("servers.test");

        Map<String, Object> config = Map.of("bootstrap.servers", servers);
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
                var admin = Admin.create(config)) {
            var position = producer.send(new ProducerRecord<>("servers.test", 11, "k", "v"))
                    .get();
            assertThat(position.offset()).isZero();
            var described = admin.describeTopics(List.of("servers.test"))
                    .allTopicNames()
                    .get();
            assertThat(described.get("servers.test").partitions()).hasSize(12);
        }
        assertThat(KafkaTestBroker.bootstrapServers()).isEqualTo(servers);
    }

    @Test
    void everyStartHasAnEmptyDatabaseOfItsOwn() throws Exception {
        var first = new PostgresTestDatabase().start();
        execute(first, "CREATE TABLE mine (id uuid PRIMARY KEY DEFAULT uuidv7())");
        var second = new PostgresTestDatabase().start();
        execute(second, "CREATE TABLE mine (id uuid PRIMARY KEY DEFAULT uuidv7())");

        assertThat(first.get("quarkus.datasource.jdbc.url")).isNotEqualTo(second.get("quarkus.datasource.jdbc.url"));
        assertThat(PostgresTestDatabase.current().jdbcUrl()).isEqualTo(second.get("quarkus.datasource.jdbc.url"));
        assertThat("jdbc:" + second.get("quarkus.datasource.reactive.url"))
                .isEqualTo(second.get("quarkus.datasource.jdbc.url"));
    }

    private static void execute(Map<String, String> settings, String sql) throws Exception {
        try (var connection = DriverManager.getConnection(
                        settings.get("quarkus.datasource.jdbc.url"),
                        settings.get("quarkus.datasource.username"),
                        settings.get("quarkus.datasource.password"));
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
