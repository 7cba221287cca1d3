package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.store.StorageKind;
import dev.agenthost.sdk.AgentApiException;
import dev.agenthost.sdk.Storage;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run keeps at its host. */
@Timeout(60)
class StorageOfARunTest extends PluginAtHost {
    @Test
    void speaksTheWiresNamesAndShapes() throws Exception {
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        CompletableFuture<List<String>> listed = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            Storage plugin = api.storage(StorageKind.PLUGIN);
            plugin.set("k", new byte[] {0, 'v'});
            read.complete(plugin.get("k").orElseThrow());
            listed.complete(api.storage(StorageKind.WORKSPACE).keys());
            plugin.delete("k");
        });
        peer.run("r1");

        asks(peer, "set_plugin_storage", "{'run_id':'r1','key':'k','value_base64':'AHY='}", "{}");
        asks(peer, "get_plugin_storage", "{'run_id':'r1','key':'k'}", "{'value_base64':'AHY='}");
        asks(peer, "get_workspace_storage_keys", "{'run_id':'r1'}", "{'keys':['a','b']}");
        asks(peer, "delete_plugin_storage", "{'run_id':'r1','key':'k'}", "{}");
        assertThat(read.get(10, TimeUnit.SECONDS)).containsExactly(0, 'v');
        assertThat(listed.get(10, TimeUnit.SECONDS)).containsExactly("a", "b");
    }

    @Test
    void aMissingKeyIsEmptyAndARunThatIsOverIsNot() throws Exception {
        CompletableFuture<Optional<byte[]>> missing = new CompletableFuture<>();
        CompletableFuture<Throwable> over = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            missing.complete(api.storage(StorageKind.PLUGIN).get("none"));
            over.complete(catchThrowable(() -> api.storage(StorageKind.PLUGIN).get("k")));
        });
        peer.run("r1");

        refuses(peer, "{'error':{'code':'not_found','message':'no','retryable':false,'details':{'key':'none'}}}");
        refuses(peer, "{'error':{'code':'not_found','message':'no','retryable':false,'details':{}}}");
        assertThat(missing.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(over.get(10, TimeUnit.SECONDS)).isInstanceOf(AgentApiException.class);
    }

    @Test
    void anAnswerThatIsNoneIsSaidToBeMalformed() throws Exception {
        BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
        Peer peer = connect((context, out, api) -> {
            Storage storage = api.storage(StorageKind.WORKSPACE);
            thrown.add(catchThrowable(() -> storage.get("k")));
            thrown.add(catchThrowable(() -> storage.get("k")));
            thrown.add(catchThrowable(storage::keys));
        });
        long run = peer.run("r1");

        peer.answer(peer.next(), "{}");
        peer.answer(peer.next(), "{'value_base64':'no base64'}");
        peer.answer(peer.next(), "{'keys':7}");
        peer.results(run);
        assertThat(thrown).hasSize(3).allSatisfy(each -> assertThat(each)
                .isInstanceOfSatisfying(AgentApiException.class, error -> assertThat(error.code())
                        .isEqualTo("host.malformed_response")));
    }

    private static void asks(Peer peer, String action, String data, String answer) throws InterruptedException {
        JsonNode request = peer.next();
        assertThat(request.path("action").asText()).isEqualTo(action);
        assertThat(request.get("data")).isEqualTo(ScriptedHost.json(data));
        peer.answer(request, answer);
    }

    private static void refuses(Peer peer, String data) throws InterruptedException {
        peer.socket.writeTextMessage(ScriptedHost.failure(peer.next(), "no", data));
    }
}
