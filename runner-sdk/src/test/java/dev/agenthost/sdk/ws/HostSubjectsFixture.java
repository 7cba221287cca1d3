package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A runner that calls the host once and keeps the answer. */
abstract class HostSubjectsFixture extends PluginAtHost {
    interface HostCall<T> {
        T ask(HostApi api) throws Exception;
    }

    static <T> AgentRunner call(CompletableFuture<T> answer, HostCall<T> requested) {
        return (context, out, api) -> {
            try {
                answer.complete(requested.ask(api));
            } catch (Exception failure) {
                answer.completeExceptionally(failure);
            }
        };
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(10, TimeUnit.SECONDS);
    }

    static void end(Peer peer, JsonNode request) {
        peer.socket.writeTextMessage(WireFrame.end(request.get("seq_id").longValue()));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
