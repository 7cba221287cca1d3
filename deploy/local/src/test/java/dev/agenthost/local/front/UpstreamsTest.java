package dev.agenthost.local.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpstreamsTest {
    private final Upstreams upstreams = new Upstreams(Map.of("a", List.of(1, 2, 3)));

    @Test
    void replicasTakeTurns() {
        assertThat(upstreams.inTurn("a")).containsExactly(1, 2, 3);
        assertThat(upstreams.inTurn("a")).containsExactly(2, 3, 1);
        assertThat(upstreams.inTurn("a")).containsExactly(3, 1, 2);
        assertThat(upstreams.inTurn("a")).containsExactly(1, 2, 3);
    }

    @Test
    void unknownServiceHasNoReplica() {
        assertThat(upstreams.inTurn("b")).isEmpty();
    }
}
