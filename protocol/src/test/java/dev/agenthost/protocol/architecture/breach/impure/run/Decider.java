package dev.agenthost.protocol.architecture.breach.impure.run;

import org.assertj.core.api.Assertions;

/** Knows a library. */
public class Decider {
    public void decide() {
        Assertions.assertThat(1).isEqualTo(1);
    }
}
