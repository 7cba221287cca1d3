package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.local.box.BoxState.Phase;
import dev.agenthost.local.settings.Service;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoxFailureTest {
    @TempDir
    Path directory;

    @Test
    void namesThePartThatDoesNotComeUpAndTheEndOfItsLog() throws Exception {
        var layout = StubProject.in(directory);
        var broken = Map.of(Service.CONTEXT_STORE, Map.of("stub.broken", "yes"));
        assertThatThrownBy(() -> Box.start(new BoxOptions(layout, 1, 0, broken, line -> {})))
                .isInstanceOf(BoxFailedException.class)
                .hasMessageContaining("context-store-1 died")
                .hasMessageContaining(layout.log("context-store-1").toString())
                .hasMessageContaining("this stub is broken");
        assertThat(BoxState.last(layout)).get().matches(state -> state.phase() == Phase.FAILED);
        assertThat(new OrphanedProcesses(layout).end()).isZero();
    }

    @Test
    void saysWhatIsNotBuilt() throws Exception {
        var layout = StubProject.in(directory);
        Files.delete(layout.echoJar());
        assertThatThrownBy(() -> Box.start(new BoxOptions(layout, 1, 0, Map.of(), line -> {})))
                .isInstanceOf(BoxFailedException.class)
                .hasMessageContaining("echo is not built");
    }

    @Test
    void wantedPortThatIsTakenIsNamed() throws Exception {
        var layout = StubProject.in(directory);
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> Box.start(new BoxOptions(layout, 1, taken.getLocalPort(), Map.of(), line -> {})))
                    .isInstanceOf(BoxFailedException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
    }
}
