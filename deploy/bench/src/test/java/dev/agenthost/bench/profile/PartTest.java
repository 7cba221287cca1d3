package dev.agenthost.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartTest {
    @Test
    void theInnermostFrameThatBelongsToSomebodySaysWhoseWorkItWas() {
        assertThat(Part.of(List.of("java.util.HashMap", "com.fasterxml.jackson.core.JsonParser", "dev.agenthost.X")))
                .isEqualTo(Part.JSON);
        assertThat(Part.of(List.of("java.lang.String", "dev.agenthost.orchestrator.X", "io.vertx.core.Y")))
                .isEqualTo(Part.OWN);
    }

    @Test
    void theDatabasesClientIsNotTheSocketsThatItUses() {
        assertThat(Part.of(List.of("io.vertx.pgclient.impl.X", "io.netty.channel.Y")))
                .isEqualTo(Part.DATABASE);
        assertThat(Part.of(List.of("io.netty.channel.Y", "io.vertx.pgclient.impl.X")))
                .isEqualTo(Part.SOCKETS);
    }

    @Test
    void whatBelongsToNobodyIsOther() {
        assertThat(Part.of(List.of("java.lang.Thread"))).isEqualTo(Part.OTHER);
        assertThat(Part.of(List.of())).isEqualTo(Part.OTHER);
    }
}
