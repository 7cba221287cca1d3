package dev.agenthost.runners.localagent.picture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.host.Artifacts;
import dev.agenthost.sdk.host.Calls;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ImageMemoryLimiterTest {
    private static final byte[] GIF = "GIF89a".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);

    private final ImageMemoryLimiter room = ImageMemoryLimiter.of(1024);
    private final MessageAttachments one = new MessageAttachments(
            List.of(), List.of(new AttachmentReference("a1", "image", "image/gif", "a.gif", 6L)));

    @Test
    void aRunWaitsForThePicturesOfAnother() throws Exception {
        CountDownLatch looked = new CountDownLatch(1);
        ImageLoader first = pictures();
        first.load(one);
        ImageLoader second = pictures();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                second.load(one);
                looked.countDown();
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
        while (waiting.isAlive() && waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertThat(looked.getCount()).isEqualTo(1);

        first.close();

        waiting.join();
        assertThat(second.of(one.references().getFirst())).isNotNull();
    }

    @Test
    void whatARunTookIsFreeAfterItHoweverOftenItIsClosed() throws Exception {
        for (int run = 0; run < 3; run++) {
            ImageLoader pictures = pictures();
            pictures.load(one);
            assertThat(pictures.of(one.references().getFirst())).isNotNull();
            pictures.close();
            pictures.close();
        }
        assertThat(room.take(1)).isTrue();
        room.give(1);
    }

    private ImageLoader pictures() {
        return new ImageLoader(new Artifacts(new Gifs()), true, room);
    }

    /** A host that returns the same image for every artifact. */
    private record Gifs() implements Calls {
        @Override
        public ObjectNode call(String action, ObjectNode data) {
            return data.put("size_bytes", GIF.length)
                    .put("content_base64", Base64.getEncoder().encodeToString(GIF))
                    .put("has_more", false);
        }

        @Override
        public void stream(String action, ObjectNode data, Consumer<ObjectNode> piece) {
            throw new AssertionError(action);
        }

        @Override
        public <T> T read(ObjectNode data, Class<T> type) {
            try {
                return ProtocolCodec.decode(data, type);
            } catch (dev.agenthost.protocol.json.UndecodableException e) {
                throw new AssertionError(e);
            }
        }
    }
}
