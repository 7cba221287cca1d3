package dev.agenthost.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HarmTest {
    @Test
    void endsThatAreDesignedAreToldByTheirCode() {
        assertThat(Harm.code("java.io.IOException: run.failed {\"code\":\"host.overloaded\"}"))
                .isEqualTo("host.overloaded");
        assertThat(Harm.code("java.io.IOException: run.failed {\"code\":\"host.lost\"}"))
                .contains("host.lost");
    }
}
