package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the transfer of a plugin's icon. */
@Timeout(60)
class IconTransferTest extends PluginAtHost {
    @Test
    void isSentInChunksAndThenByItsKey() throws Exception {
        byte[] image = new byte[40_000];
        new Random(7).nextBytes(image);
        Peer peer = connect(RunnerPlugin.of("acme", "test").icon("image/png", image));
        assertThat(peer.register().at("/manifest/manifest/metadata/icon").asText())
                .isNotBlank();
        long question = peer.ask("get_plugin_icon", ScriptedHost.json("{}"));

        ByteArrayOutputStream received = new ByteArrayOutputStream();
        String key = "";
        for (int i = 0; i < 3; i++) {
            JsonNode asked = peer.next();
            assertThat(asked.path("action").asText()).isEqualTo("__file_chunk");
            FileChunk piece = ((FileChunk.Reading.Read) FileChunk.read(asked.path("data"))).chunk();
            assertThat(piece.index()).isEqualTo(i);
            received.write(piece.bytes());
            key = piece.key().value();
            assertThat(peer.requests).isEmpty();
            peer.answer(asked, "{}");
        }
        JsonNode answer = peer.response(question);

        assertThat(received.toByteArray()).isEqualTo(image);
        assertThat(answer.path("code").intValue()).isZero();
        assertThat(answer.at("/data/plugin_icon_file_key").asText()).isEqualTo(key);
        assertThat(answer.at("/data/mime_type").asText()).isEqualTo("image/png");
    }

    @Test
    void aHostThatRefusesChunksGetsAnError() throws Exception {
        Peer peer = connect(RunnerPlugin.of("acme", "test").icon("image/png", new byte[10]));
        peer.register();
        long question = peer.ask("get_plugin_icon", ScriptedHost.json("{}"));
        JsonNode piece = peer.next();
        peer.socket.writeTextMessage(ScriptedHost.failure(piece, "no files here", "{}"));

        JsonNode answer = peer.response(question);
        assertThat(answer.path("code").intValue()).isEqualTo(1);
        assertThat(answer.path("message").asText()).contains("no files here");
    }

    @Test
    void aPluginWithoutAnIconSendsAnEmptyAnswer() throws Exception {
        Peer peer = connect(RunnerPlugin.of("acme", "test"));
        assertThat(peer.register().at("/manifest/manifest/metadata").has("icon"))
                .isFalse();

        JsonNode answer = peer.response(peer.ask("get_plugin_icon", ScriptedHost.json("{}")));

        assertThat(answer.path("data")).isEqualTo(ScriptedHost.json("{'plugin_icon_file_key':'','mime_type':''}"));
    }

    private Peer connect(RunnerPlugin plugin) throws InterruptedException {
        link = ConnectionKeeper.start(
                host.address(), "a runner key", plugin.runner("default", (context, out, api) -> {}), BACKOFF);
        return host.accept();
    }
}
