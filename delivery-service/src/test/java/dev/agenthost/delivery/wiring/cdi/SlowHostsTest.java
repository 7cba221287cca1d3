package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.SendPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests more endpoints that never answer than there are slots. */
class SlowHostsTest {
    private static final SendPolicy SIXTEEN = new SendPolicy(
            Duration.ofHours(1),
            Duration.ofMinutes(5),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            16,
            4);

    @Test
    void promptEndpointsDoNotWaitForThem() {
        try (DeliveryDatabase database = new DeliveryDatabase()) {
            RecordingSurface surface = new RecordingSurface();
            SendReplica replica = new SendReplica(database, surface, SIXTEEN, sends -> sends);
            replica.renew();
            DeliveredRun first =
                    database.store(DeliveredRun.toEventSurface(), "http://fast/in", DeliveredRun.message("x"));
            replica.wake();
            surface.awaitSent(first, 1);
            surface.hold("http://slow");
            for (int host = 0; host < 40; host++) {
                for (int run = 0; run < 3; run++) {
                    database.store(
                            DeliveredRun.toEventSurface(), "http://slow-" + host + "/in", DeliveredRun.message("x"));
                }
            }
            replica.wake();
            surface.awaitHeld(8);

            List<DeliveredRun> fast = new ArrayList<>();
            for (int run = 0; run < 100; run++) {
                fast.add(database.store(DeliveredRun.toEventSurface(), "http://fast/in", DeliveredRun.message("x")));
            }
            replica.wake();

            fast.forEach(run -> surface.awaitSent(run, 1));
            assertThat(surface.held()).isEqualTo(8);
            surface.stopHolding();
            surface.releaseAll();
        }
    }
}
