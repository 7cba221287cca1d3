package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.id.RunnerId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The agent's declaration of the delta mode comes first, then the runner's, then the default. */
class DeltaModeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|            |plugin:acme/echo/default|INCREMENT",
                "|accumulated |plugin:acme/echo/default|ACCUMULATED",
                "|whatever    |plugin:acme/echo/default|INCREMENT",
                "increment|accumulated|plugin:acme/echo/default|INCREMENT",
                "accumulated|increment|plugin:acme/echo/default|ACCUMULATED",
                "||plugin:langbot-team/LocalAgent/default|ACCUMULATED",
                "||plugin:langbot/local-agent/default|ACCUMULATED",
                "||plugin:langbot-team/CozeAgent/default|ACCUMULATED",
                "|increment|plugin:langbot-team/LocalAgent/default|INCREMENT",
                "increment||plugin:langbot-team/LocalAgent/default|INCREMENT"
            })
    void theAgentDecidesThenTheRunnerThenTheDocumentedDefault(
            String configured, String declared, String runner, DeltaMode mode) {
        assertThat(DeltaMode.of(orNone(configured), orNone(declared), RunnerId.parse(runner)))
                .isEqualTo(mode);
    }

    private static String orNone(String text) {
        return text == null ? "" : text;
    }
}
