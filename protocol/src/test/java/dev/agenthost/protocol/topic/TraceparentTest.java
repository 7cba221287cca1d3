package dev.agenthost.protocol.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceparentTest {

    private static final EventId EVENT = EventIds.of("red", "api", "demo", "e1");
    private static final RunId RUN = RunIds.of("red", EVENT, 0);

    @Test
    void aValidOneIsHandedOn() {
        String given = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

        assertThat(Traceparent.of(given, EVENT, RUN)).isEqualTo(given);
        assertThat(Traceparent.traceId(given)).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "junk",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n"
            })
    void anInvalidOneIsReplacedAlikeForARepetition(String given) {
        String made = Traceparent.of(given, EVENT, RUN);

        assertThat(made)
                .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01")
                .contains(EVENT.toString().replace("-", ""));
        assertThat(Traceparent.of(null, EVENT, RUN)).isEqualTo(made);
        assertThat(Traceparent.traceId(given)).isNull();
    }
}
