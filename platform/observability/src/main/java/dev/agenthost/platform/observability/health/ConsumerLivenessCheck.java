package dev.agenthost.platform.observability.health;

import dev.agenthost.platform.observability.ConsumerRegistry;
import dev.agenthost.platform.observability.ConsumerState;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/** Not live once a consumer has ended: only a new process consumes again. A state that may recover by itself does not count. */
@Liveness
@ApplicationScoped
public class ConsumerLivenessCheck implements HealthCheck {
    private final ConsumerRegistry consumers;

    ConsumerLivenessCheck(ConsumerRegistry consumers) {
        this.consumers = consumers;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("consumers").up();
        consumers.states().forEach((channel, state) -> {
            if (state instanceof ConsumerState.Ended ended) {
                answer.down().withData(channel, ended.why());
            }
        });
        return answer.build();
    }
}
