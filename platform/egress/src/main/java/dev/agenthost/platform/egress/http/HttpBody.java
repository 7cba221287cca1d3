package dev.agenthost.platform.egress.http;

import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/** The body of a request. */
public sealed interface HttpBody {
    /** Returns the length in bytes; it is sent as {@code Content-Length}. */
    long length();

    /** A body in memory. */
    record Bytes(byte[] bytes) implements HttpBody {
        @Override
        public long length() {
            return bytes.length;
        }
    }

    /**
     * A body that is read while it is sent: a piece is requested once the piece before it is written to the socket. A request whose body
     * cannot be read to its end is reset, so the server never has a complete request.
     *
     * @param length of all pieces together
     * @param next returns the next piece, at least one byte; is not asked again after {@code length} bytes
     */
    record Pieces(long length, Supplier<Uni<byte[]>> next) implements HttpBody {
        public Pieces {
            if (length < 1) {
                throw new IllegalArgumentException("A body in pieces must not be empty");
            }
        }
    }
}
