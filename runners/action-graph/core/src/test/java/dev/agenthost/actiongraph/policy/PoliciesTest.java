package dev.agenthost.actiongraph.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.failure.ActionRetry;
import dev.agenthost.actiongraph.policy.failure.RetryBackoff;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PoliciesTest {
    @Test
    void theDelayOfARetryGrowsUpToAnHour() {
        ActionRetry fixed = new ActionRetry(10, 5, RetryBackoff.FIXED);
        ActionRetry exponential = new ActionRetry(10, 5, RetryBackoff.EXPONENTIAL);

        assertThat(fixed.delayAfter(1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(fixed.delayAfter(9)).isEqualTo(Duration.ofSeconds(5));
        assertThat(exponential.delayAfter(1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(exponential.delayAfter(3)).isEqualTo(Duration.ofSeconds(20));
        assertThat(new ActionRetry(10, 3_600, RetryBackoff.EXPONENTIAL).delayAfter(9))
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void approvalIsAskedForByActionOrByEffect() {
        ApprovalPolicy always = new ApprovalPolicy(true, Set.of());
        ApprovalPolicy forPurchases = new ApprovalPolicy(false, Set.of(SideEffect.PURCHASE));

        assertThat(always.appliesTo(Set.of())).isTrue();
        assertThat(forPurchases.appliesTo(Set.of(SideEffect.READ, SideEffect.PURCHASE)))
                .isTrue();
        assertThat(forPurchases.appliesTo(Set.of(SideEffect.READ))).isFalse();
        assertThat(ApprovalPolicy.NONE.appliesTo(Set.of(SideEffect.values()))).isFalse();
    }

    @Test
    void aGranularityPermitsNoFinerPart() {
        assertThat(ResultGranularity.SUMMARY.permits(ReturnToModel.SUMMARY)).isTrue();
        assertThat(ResultGranularity.SUMMARY.permits(ReturnToModel.STRUCTURED)).isFalse();
        assertThat(ResultGranularity.STRUCTURED.permits(ReturnToModel.STRUCTURED))
                .isTrue();
        assertThat(ResultGranularity.STRUCTURED.permits(ReturnToModel.EXCERPT)).isFalse();
        assertThat(ResultGranularity.EXCERPT.permits(ReturnToModel.FULL)).isFalse();
        assertThat(ResultGranularity.FULL.permits(ReturnToModel.FULL)).isTrue();
        assertThat(ResultGranularity.SUMMARY.permits(ReturnToModel.ADAPTIVE)).isTrue();
    }
}
