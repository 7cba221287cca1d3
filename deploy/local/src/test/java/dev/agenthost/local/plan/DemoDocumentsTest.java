package dev.agenthost.local.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoDocumentsTest {
    @Test
    void onlyTheAgentWithAJournalBeginsAgainAfterALoss() {
        assertThat(DemoDocuments.planning().path("retry_policy").asText()).isEqualTo("resumable");
        assertThat(DemoDocuments.thinking().has("retry_policy")).isFalse();
        assertThat(DemoDocuments.echo("e").has("retry_policy")).isFalse();
    }
}
