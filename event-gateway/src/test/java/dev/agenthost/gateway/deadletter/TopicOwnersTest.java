package dev.agenthost.gateway.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventOrigin;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopicOwnersTest {
    private static final DeadLetterScope GREEN = new DeadLetterScope("green");

    private final TopicOwners owners = new TopicOwners(
            new AdapterRegistry(Map.of("mattermost", EventOrigin.adapter("mattermost", "red", Set.of("*")))));

    @Test
    void anAdaptersDeadLettersBelongToItsWorkspace() {
        DeadLetterTopic topic = new DeadLetterTopic("agent.inbound.mattermost.dlq");

        assertThat(owners.isOfAdapter(topic)).isTrue();
        assertThat(owners.isVisible(topic, GREEN)).isFalse();
        assertThat(owners.isVisible(topic, new DeadLetterScope("red"))).isTrue();
    }

    @Test
    void aPlatformsDeadLettersAreThoseOfTheWorkspacesInTheirHeaders() {
        DeadLetterTopic topic = new DeadLetterTopic("agent.inbound.telegram.dlq");

        assertThat(owners.isOfAdapter(topic)).isFalse();
        assertThat(owners.isVisible(topic, GREEN)).isTrue();
    }
}
