package dev.agenthost.platform.observability.health;

import dev.agenthost.platform.observability.ConsumerRegistry;
import dev.agenthost.platform.observability.ConsumerState;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Not ready while a consumer stalls, does not answer or has ended, nor before each has joined its group: after a predecessor was
 * killed, the group waits for it until its session times out, and assigns its partitions to no member meanwhile.
 */
@Readiness
@ApplicationScoped
public class ConsumerReadinessCheck implements HealthCheck {
    private final ConsumerRegistry consumers;

    ConsumerReadinessCheck(ConsumerRegistry consumers) {
        this.consumers = consumers;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("consumers").up();
        consumers.joining().forEach(channel -> answer.down().withData(channel, "has not joined its group yet"));
        consumers.states().forEach((channel, state) -> {
            switch (state) {
                case ConsumerState.GoesOn goesOn -> {}
                case ConsumerState.Stalled stalled ->
                    answer.down()
                            .withData(
                                    channel,
                                    "stalls at " + stalled.topic() + "/" + stalled.partition() + ", lag "
                                            + stalled.lag());
                case ConsumerState.Unreachable unreachable ->
                    answer.down().withData(channel, "does not answer: " + unreachable.why());
                case ConsumerState.Ended ended -> answer.down().withData(channel, "has ended: " + ended.why());
            }
        });
        return answer.build();
    }
}
