package dev.agenthost.bench.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RelayMessageTest {
    @Test
    void isCarriedInRecordsOfAnySize() {
        for (int size : new int[] {0, 5, 1234}) {
            var bytes = new RelayMessage(77, true).bytes(size);
            assertThat(bytes).hasSize(Math.max(5, size));
            assertThat(RelayMessage.of(bytes)).isEqualTo(new RelayMessage(77, true));
        }
    }

    @Test
    void legIsReadAsItWasWritten() {
        var leg = new Leg("a", List.of(new Leg.Send("b", 1, 2000), new Leg.Send("c", 4, 700)));
        assertThat(Leg.of(leg.argument())).isEqualTo(leg);
        assertThat(Leg.of(Leg.reading("a").argument())).isEqualTo(Leg.reading("a"));
    }
}
