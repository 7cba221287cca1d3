package dev.agenthost.protocol.house.breach.impure.run;

import org.assertj.core.api.Assertions;

/** Knows a library. */
public class Decider {
    public void decide() {
        Assertions.assertThat(1).isEqualTo(1);
    }
}
