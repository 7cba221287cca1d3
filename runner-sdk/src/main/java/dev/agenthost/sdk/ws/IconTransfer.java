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
    private static final Duration PIECE = Duration.ofSeconds(15);

    private IconTransfer() {}

    /** Sends the icon, and blocks until all of it is sent or the connection is lost. */
    static void show(Connection connection, WireFrame.Request question, @Nullable PluginIcon icon) {
        try {
            connection.send(icon == null ? answer(question, "", "") : shown(connection, question, icon));
        } catch (ConnectionLostException e) {
            // The connection of the request is lost.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String shown(Connection connection, WireFrame.Request question, PluginIcon icon)
            throws ConnectionLostException, InterruptedException {
        byte[] bytes = icon.bytes();
        FileKey key = FileKey.of(bytes, UUID.randomUUID());
        try {
            for (FileChunk piece : FileChunk.split(key, bytes)) {
                WireFrame.Response taken = connection.ask(FileChunk.ACTION, piece.write(), question.context(), PIECE);
                if (taken.code() != 0) {
                    return WireFrame.error(question.seqId(), "the host refused the icon: " + taken.message());
                }
            }
        } catch (TimeoutException e) {
            return WireFrame.error(question.seqId(), "the host did not answer about the icon in time");
        }
        return answer(question, key.value(), icon.mimeType());
    }

    private static String answer(WireFrame.Request question, String key, String mimeType) {
        return WireFrame.success(
                question.seqId(),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("plugin_icon_file_key", key)
                        .put("mime_type", mimeType));
    }
}
