package dev.agenthost.watch.consumer.health;

import dev.agenthost.watch.consumer.ConsumerState;
import dev.agenthost.watch.consumer.Consumers;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while a consumer stalls, does not answer or has ended. */
@Readiness
@ApplicationScoped
public class ConsumersReady implements HealthCheck {
    private final Consumers consumers;

    ConsumersReady(Consumers consumers) {
        this.consumers = consumers;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("consumers").up();
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
