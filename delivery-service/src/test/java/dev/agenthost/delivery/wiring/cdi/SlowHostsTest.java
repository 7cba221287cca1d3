package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.SendPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** More hosts that never answer than there are places. */
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
    void whoAnswersSoonDoesNotWaitForThem() {
        try (DeliveryDatabase database = new DeliveryDatabase()) {
            Platform platform = new Platform();
            SendReplica replica = new SendReplica(database, platform, SIXTEEN, sends -> sends);
            replica.beat();
            DeliveredRun first =
                    database.store(DeliveredRun.answeredWhereItCameFrom(), "http://fast/in", DeliveredRun.said("x"));
            replica.wake();
            platform.awaitSaid(first, 1);
            platform.hold("http://slow");
            for (int host = 0; host < 40; host++) {
                for (int run = 0; run < 3; run++) {
                    database.store(
                            DeliveredRun.answeredWhereItCameFrom(),
                            "http://slow-" + host + "/in",
                            DeliveredRun.said("x"));
                }
            }
            replica.wake();
            platform.awaitHeld(8);

            List<DeliveredRun> fast = new ArrayList<>();
            for (int run = 0; run < 100; run++) {
                fast.add(database.store(
                        DeliveredRun.answeredWhereItCameFrom(), "http://fast/in", DeliveredRun.said("x")));
            }
            replica.wake();

            fast.forEach(run -> platform.awaitSaid(run, 1));
            assertThat(platform.held()).isEqualTo(8);
            platform.holdNoMore();
            platform.letAllGo();
        }
    }
}
