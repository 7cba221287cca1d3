package dev.agenthost.gateway.intake.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.gateway.intake.AcceptanceSettings;
import dev.agenthost.gateway.intake.EventIntake;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.RecentEvents;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.KeyRole;
import dev.agenthost.protocol.security.StreamTokenCodec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class KafkaAwayTest {

    @Test
    void isToldToComeAgainWhenKafkaRefuses() {
        assertToldToComeAgain((envelope, traceparent) -> CompletableFuture.failedFuture(new TimeoutException("away")));
    }

    @Test
    void isToldToComeAgainWhenKafkaIsSilent() {
        assertToldToComeAgain((envelope, traceparent) -> new CompletableFuture<>());
    }

    private static void assertToldToComeAgain(EventProducer events) {
        EventResource resource = new EventResource(
                new CallerOf("red"),
                new AdapterRegistry(Map.of()),
                new EventIntake(
                        new RawPayloadWriter(Optional.empty(), Duration.ofMillis(20), System::nanoTime, outcome -> {}),
                        events,
                        Duration.ofMillis(20),
                        new RecentEvents(),
                        failure -> {}),
                new StreamTokenCodec(List.of(new byte[32])),
                new AcceptanceSettings(Duration.ofMillis(20), Duration.ofHours(1)),
                InstantSource.system());

        ProblemException refusal = catchThrowableOfType(
                ProblemException.class, () -> resource.accept(ProtocolCodec.encode(EventBodies.shortForm("e1")), null));

        assertThat(refusal.problem().status()).isEqualTo(503);
        assertThat(refusal.problem().detail()).contains("event_id");
        assertThat(refusal.retryAfter()).isPositive();
    }

    /** A caller whose key was checked already. */
    private static final class CallerOf extends RequestCaller {
        private final String workspace;

        CallerOf(String workspace) {
            this.workspace = workspace;
        }

        @Override
        public String workspaceId() {
            return workspace;
        }

        @Override
        public KeyRole role() {
            return KeyRole.OPERATOR;
        }

        @Override
        public Set<String> speaksFor() {
            return Set.of("*");
        }
    }
}
