package dev.agenthost.im.onebot.client;

import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Supplier;

/** The JSON of a call with a file: its bytes are encoded while they are read, so that one piece is in memory. */
final class Base64Body {
    private static final int GROUP = 3;

    private Base64Body() {}

    /** @param size of the file in bytes, at least 1 */
    static HttpBody.Pieces of(OneBotCall call, long size, Supplier<Uni<byte[]>> file) {
        String json = new String(ProtocolCodec.encode(call.parameters()), StandardCharsets.UTF_8);
        int end = json.indexOf(OneBotCall.BASE64) + OneBotCall.BASE64.length();
        byte[] head = json.substring(0, end).getBytes(StandardCharsets.UTF_8);
        byte[] tail = json.substring(end).getBytes(StandardCharsets.UTF_8);
        long encoded = (size + GROUP - 1) / GROUP * 4;
        return new HttpBody.Pieces(head.length + encoded + tail.length, new Encoder(head, tail, size, file));
    }

    private static final class Encoder implements Supplier<Uni<byte[]>> {
        private final byte[] head;
        private final byte[] tail;
        private final long size;
        private final Supplier<Uni<byte[]>> file;
        private boolean hasBegun;
        private long read;
        private byte[] rest = new byte[0];

        Encoder(byte[] head, byte[] tail, long size, Supplier<Uni<byte[]>> file) {
            this.head = head;
            this.tail = tail;
            this.size = size;
            this.file = file;
        }

        @Override
        public Uni<byte[]> get() {
            if (!hasBegun) {
                hasBegun = true;
                return Uni.createFrom().item(head);
            }
            if (read >= size) {
                return Uni.createFrom().item(tail);
            }
            // A piece of one or two bytes has no complete group yet.
            return file.get()
                    .map(this::encoded)
                    .chain(piece -> piece.length == 0 ? get() : Uni.createFrom().item(piece));
        }

        private byte[] encoded(byte[] piece) {
            read += piece.length;
            if (read > size || piece.length == 0) {
                throw new IllegalStateException("the file has not the size that it had");
            }
            byte[] all = Arrays.copyOf(rest, rest.length + piece.length);
            System.arraycopy(piece, 0, all, rest.length, piece.length);
            int complete = read == size ? all.length : all.length - all.length % GROUP;
            rest = Arrays.copyOfRange(all, complete, all.length);
            return Base64.getEncoder().encode(Arrays.copyOf(all, complete));
        }
    }
}
