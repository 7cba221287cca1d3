package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while no broker answers. The channel's own check calls a broker that never answered "not tried yet". */
@Readiness
@ApplicationScoped
public class KafkaReadinessCheck implements AsyncHealthCheck {

    private static final String NAME = "kafka";
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Admin admin;

    KafkaReadinessCheck(Admin admin) {
        this.admin = admin;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs((int) PATIENCE.toMillis());
        return Uni.createFrom()
                .completionStage(() -> admin.describeCluster(options).nodes().toCompletionStage())
                .map(nodes -> nodes.isEmpty() ? HealthCheckResponse.down(NAME) : HealthCheckResponse.up(NAME))
                .onFailure()
                .recoverWithItem(() -> HealthCheckResponse.down(NAME));
    }
}
