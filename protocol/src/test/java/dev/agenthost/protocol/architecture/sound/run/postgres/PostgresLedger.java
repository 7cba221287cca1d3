package dev.agenthost.protocol.architecture.sound.run.postgres;

import dev.agenthost.protocol.architecture.sound.run.Decider;
import org.assertj.core.api.Assertions;

/** A leaf: the technology is allowed here. */
public class PostgresLedger {
    public void save(Decider decider) {
        Assertions.assertThat(decider).isNotNull();
    }
}
