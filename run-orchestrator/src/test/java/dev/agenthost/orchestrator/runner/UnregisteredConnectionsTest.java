package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnregisteredConnectionsTest {
    private final UnregisteredConnections connections =
            new UnregisteredConnections(new UnregisteredConnections.Limits(1024, 2, 3));

    @Test
    void limitsConnectionsPerAddressAndInTotal() {
        assertThat(connections.enter("a")).isTrue();
        assertThat(connections.enter("a")).isTrue();
        assertThat(connections.enter("a")).isFalse();
        assertThat(connections.enter("b")).isTrue();
        assertThat(connections.enter("c")).isFalse();

        connections.leave("a");
        assertThat(connections.enter("c")).isTrue();
        assertThat(connections.enter("a")).isFalse();
    }
}
