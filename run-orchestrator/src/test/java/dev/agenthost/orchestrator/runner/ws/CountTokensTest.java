package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

/** Tests {@code count_tokens} of granted models with the declared operation. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class CountTokensTest extends ModelCase {
    private static final String QUESTION = "{\"llm_model_uuid\":\"%s\"," + HI + "}";

    @Test
    void countsTheRequestWithoutCallingAProvider() {
        startWithOneThatCounts();

        assertThat(served("count_tokens", QUESTION.formatted("m-1"))).isEqualTo(json("{\"tokens\":8}"));
        assertThat(models.requests).isEmpty();
    }

    /** LangBot's local agent begins each run so: it has no summary yet. */
    @Test
    void noMessagesAreNoTokens() {
        startWithOneThatCounts();

        assertThat(served(
                        "count_tokens", "{\"llm_model_uuid\":\"m-1\",\"messages\":[],\"funcs\":[],\"extra_args\":{}}"))
                .isEqualTo(json("{\"tokens\":0}"));
        assertThat(refused("count_tokens", "{\"llm_model_uuid\":\"m-off\",\"messages\":[]}"))
                .isEqualTo("unauthorized");
        assertThat(refused("count_tokens", "{\"llm_model_uuid\":\"m-1\",\"messages\":null}"))
                .isEqualTo("invalid_argument");
    }

    @Test
    void refusesInvalidRequests() {
        startWithOneThatCounts();

        assertThat(refused("count_tokens", QUESTION.formatted("m-other"))).isEqualTo("unauthorized");
        assertThat(refused("count_tokens", QUESTION.formatted("m-off"))).isEqualTo("unauthorized");
        assertThat(refused("count_tokens", QUESTION.formatted("rr-1"))).isEqualTo("unauthorized");
        assertThat(refused("count_tokens", "{" + HI + "}")).isEqualTo("invalid_argument");
    }

    @Test
    void refusesCountingWithoutThePermission() {
        assertThat(refused("count_tokens", QUESTION.formatted("m-1"))).isEqualTo("unauthorized");
    }

    private void startWithOneThatCounts() {
        aPluginThatIs(HostApiCase::counting);
        again(JsonNodeFactory.instance.objectNode());
    }
}
