package dev.agenthost.actiongraph.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.actiongraph.carrier.CarrierResult.ProtocolError;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

class CorrectionPolicyTest {
    private static final ProtocolError ERROR =
            new ProtocolError(List.of(new Violation("$.calls", Rule.FIELD_MISSING, "is missing; it must be an array")));

    @Test
    void aModelIsAskedABoundedNumberOfTimes() {
        CorrectionPolicy policy = CorrectionPolicy.STANDARD;

        assertThat(policy.decide(ERROR, 1)).isEqualTo(new Correction.Ask(ERROR.message() + "\n2 corrections remain."));
        assertThat(policy.decide(ERROR, 2))
                .isEqualTo(new Correction.Ask(ERROR.message() + "\nThis is the last correction."));
        assertThat(policy.decide(ERROR, 3)).isInstanceOf(Correction.Stop.class);
        assertThat(policy.decide(ERROR, Integer.MAX_VALUE)).isInstanceOf(Correction.Stop.class);
    }

    @Test
    void aPolicyMayPermitNoCorrection() {
        assertThat(new CorrectionPolicy(0).decide(ERROR, 1))
                .isEqualTo(new Correction.Stop(
                        "The model sent an output that does not follow the protocol. Nothing was executed."));
        assertThatThrownBy(() -> new CorrectionPolicy(-1)).hasMessageContaining("maxCorrections");
    }

    @Test
    void aPersonIsShownNothingOfTheOutput() {
        assertThat(CorrectionPolicy.STANDARD.decide(ERROR, 3))
                .isEqualTo(new Correction.Stop(
                        "The model sent 3 outputs in a row that do not follow the protocol. Nothing was executed."));
    }
}
