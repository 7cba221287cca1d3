package dev.agenthost.orchestrator.hostapi.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HostCallResponseTest {
    @ParameterizedTest
    @EnumSource(HostAction.class)
    void onlyACallOfAToolIsNotRetryableAfterAFailureWithinTheHost(HostAction action) {
        HostCallResponse.Refused failed = (HostCallResponse.Refused) HostCallResponse.failed(action);

        assertThat(failed.error().code()).isEqualTo("runtime_error");
        assertThat(failed.error().retryable()).isEqualTo(action != HostAction.CALL_TOOL);
    }
}
