package dev.agenthost.actiongraph.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.graph.StatusReason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusReasonTextTest {
    @ParameterizedTest
    @EnumSource(
            value = StatusReason.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "FAILURE", "DECISION"})
    void eachReasonOfTheRuntimeHasACodeAndASentence(StatusReason reason) {
        ActionFailure failure = StatusReasonText.of(reason).orElseThrow();

        assertThat(failure.code()).isEqualTo("action." + reason.wire());
        assertThat(failure.message()).endsWith(".").hasSizeLessThan(ResultPresenter.MAX_REASON / 2);
    }
}
