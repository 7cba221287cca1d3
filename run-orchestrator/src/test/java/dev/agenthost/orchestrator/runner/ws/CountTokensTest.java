package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

/** {@code count_tokens}: of granted models, for whoever declares that it counts. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class CountTokensTest extends ModelCase {
    private static final String QUESTION = "{\"llm_model_uuid\":\"%s\"," + HI + "}";

    @Test
    void theRequestIsCountedAndNobodyIsAsked() {
        startWithOneThatCounts();

        assertThat(served("count_tokens", QUESTION.formatted("m-1"))).isEqualTo(json("{\"tokens\":8}"));
        assertThat(models.asked).isEmpty();
    }

    @Test
    void whatIsWrongIsRefused() {
        startWithOneThatCounts();

        assertThat(refused("count_tokens", QUESTION.formatted("m-other"))).isEqualTo("unauthorized");
        assertThat(refused("count_tokens", QUESTION.formatted("m-off"))).isEqualTo("unauthorized");
        assertThat(refused("count_tokens", QUESTION.formatted("rr-1"))).isEqualTo("unauthorized");
        assertThat(refused("count_tokens", "{\"llm_model_uuid\":\"m-1\",\"messages\":[]}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("count_tokens", "{" + HI + "}")).isEqualTo("invalid_argument");
    }

    @Test
    void whoDoesNotDeclareItMayNotCount() {
        assertThat(refused("count_tokens", QUESTION.formatted("m-1"))).isEqualTo("unauthorized");
    }

    private void startWithOneThatCounts() {
        aPluginThatIs(HostApiCase::counting);
        start(run);
    }
}
