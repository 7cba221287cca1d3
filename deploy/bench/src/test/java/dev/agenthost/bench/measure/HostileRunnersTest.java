package dev.agenthost.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostileRunnersTest {
    @Test
    void endsThatAreDesignedAreToldByTheirCode() {
        assertThat(HostileRunners.code("java.io.IOException: run.failed {\"code\":\"host.overloaded\"}"))
                .isEqualTo("host.overloaded");
        assertThat(HostileRunners.code("java.io.IOException: run.failed {\"code\":\"host.lost\"}"))
                .contains("host.lost");
    }
}
