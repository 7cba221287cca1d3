package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import dev.agenthost.sdk.PluginIcon;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Answers the host's request for the plugin's icon: sends its bytes in chunks, then the name of the transfer. */
final class IconTransfer {
    private static final Duration CHUNK_TIMEOUT = Duration.ofSeconds(15);

    private IconTransfer() {}

    /** Sends the icon, and blocks until all of it is sent or the connection is lost. */
    static void send(Connection connection, WireFrame.Request request, @Nullable PluginIcon icon) {
        try {
            connection.send(icon == null ? answer(request, "", "") : transfer(connection, request, icon));
        } catch (ConnectionLostException e) {
            // The connection of the request is lost.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String transfer(Connection connection, WireFrame.Request request, PluginIcon icon)
            throws ConnectionLostException, InterruptedException {
        byte[] bytes = icon.bytes();
        FileKey key = FileKey.of(bytes, UUID.randomUUID());
        try {
            for (FileChunk chunk : FileChunk.split(key, bytes)) {
                WireFrame.Response response =
                        connection.request(FileChunk.ACTION, chunk.write(), request.context(), CHUNK_TIMEOUT);
                if (response.code() != 0) {
                    return WireFrame.error(request.seqId(), "the host refused the icon: " + response.message());
                }
            }
        } catch (TimeoutException e) {
            return WireFrame.error(request.seqId(), "the host did not answer about the icon in time");
        }
        return answer(request, key.value(), icon.mimeType());
    }

    private static String answer(WireFrame.Request request, String key, String mimeType) {
        return WireFrame.success(
                request.seqId(),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("plugin_icon_file_key", key)
                        .put("mime_type", mimeType));
    }
}
