package dev.agenthost.gateway.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.KafkaTestBroker;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class KafkaReadinessCheckTest {

    @Test
    void isReadyWhileABrokerAnswers() {
        assertThat(statusWith(KafkaTestBroker.bootstrapServers())).isEqualTo(Status.UP);
    }

    @Test
    void isNotReadyWhileNoneDoes() {
        assertThat(statusWith("127.0.0.1:1")).isEqualTo(Status.DOWN);
    }

    private static Status statusWith(String brokers) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            return new KafkaReadinessCheck(admin)
                    .call()
                    .await()
                    .atMost(Duration.ofSeconds(60))
                    .getStatus();
        }
    }
}
