package dev.agenthost.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CodeAreaTest {
    @Test
    void theInnermostFrameThatBelongsToSomebodySaysWhoseWorkItWas() {
        assertThat(CodeArea.of(
                        List.of("java.util.HashMap", "com.fasterxml.jackson.core.JsonParser", "dev.agenthost.X")))
                .isEqualTo(CodeArea.JSON);
        assertThat(CodeArea.of(List.of("java.lang.String", "dev.agenthost.orchestrator.X", "io.vertx.core.Y")))
                .isEqualTo(CodeArea.OWN);
    }

    @Test
    void theDatabasesClientIsNotTheSocketsThatItUses() {
        assertThat(CodeArea.of(List.of("io.vertx.pgclient.impl.X", "io.netty.channel.Y")))
                .isEqualTo(CodeArea.DATABASE);
        assertThat(CodeArea.of(List.of("io.netty.channel.Y", "io.vertx.pgclient.impl.X")))
                .isEqualTo(CodeArea.SOCKETS);
    }

    @Test
    void whatBelongsToNobodyIsOther() {
        assertThat(CodeArea.of(List.of("java.lang.Thread"))).isEqualTo(CodeArea.OTHER);
        assertThat(CodeArea.of(List.of())).isEqualTo(CodeArea.OTHER);
    }
}
